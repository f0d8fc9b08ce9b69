# frozen_string_literal: true

require "json"
require "net/http"

# Atlas talks to a map server.
class Atlas
  Place = Data.define(:name, :country, :lat, :lon)

  class NotFound < StandardError; end

  def initialize(base = "http://localhost:8080")
    @base = URI(base)
  end

  # @return [Place]
  def place(country, city)
    response = Net::HTTP.get_response(URI.join(@base, "/places/#{country}/#{city}"))
    raise NotFound, "no city #{city.inspect} in #{country}" if response.is_a?(Net::HTTPNotFound)

    Place.new(**JSON.parse(response.body, symbolize_names: true).slice(:name, :country, :lat, :lon))
  end
end

puts Atlas.new.place("no", "oslo") if $PROGRAM_NAME == __FILE__
