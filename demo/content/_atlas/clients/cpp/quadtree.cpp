#include <array>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace atlas {

struct Point {
    double lat, lon;
};

struct Box {
    double south, west, north, east;

    [[nodiscard]] bool holds(Point p) const noexcept {
        return p.lat >= south && p.lat < north && p.lon >= west && p.lon < east;
    }
};

// A quadtree of named points. Splits a box in four when it holds more than eight.
class Quadtree {
public:
    explicit Quadtree(Box box) : box_{box} {}

    bool insert(Point at, std::string name) {
        if (!box_.holds(at)) return false;
        if (!children_[0]) {
            points_.emplace_back(at, std::move(name));
            if (points_.size() > 8) split();
            return true;
        }
        for (auto& child : children_)
            if (child->insert(at, name)) return true;
        return false;
    }

private:
    void split() {
        const double lat = (box_.south + box_.north) / 2, lon = (box_.west + box_.east) / 2;
        children_ = {std::make_unique<Quadtree>(Box{box_.south, box_.west, lat, lon}),
                     std::make_unique<Quadtree>(Box{box_.south, lon, lat, box_.east}),
                     std::make_unique<Quadtree>(Box{lat, box_.west, box_.north, lon}),
                     std::make_unique<Quadtree>(Box{lat, lon, box_.north, box_.east})};
        for (auto& [at, name] : std::exchange(points_, {})) insert(at, std::move(name));
    }

    Box box_;
    std::vector<std::pair<Point, std::string>> points_;
    std::array<std::unique_ptr<Quadtree>, 4> children_;
};

}  // namespace atlas
