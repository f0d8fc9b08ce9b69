package example.atlas;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/** A client for tiles and places. Instances are safe for use by several threads. */
public final class AtlasClient implements AutoCloseable {
    public record Tile(int z, int x, int y, byte[] png) {}

    private final HttpClient http = HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(3)).build();
    private final URI base;

    public AtlasClient(URI base) {
        this.base = base;
    }

    public Tile tile(int z, int x, int y) throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(base.resolve("/tiles/%d/%d/%d.png".formatted(z, x, y))).build();
        var response = http.send(request, BodyHandlers.ofByteArray());
        return switch (response.statusCode()) {
            case 200 -> new Tile(z, x, y, response.body());
            case 404 -> throw new IllegalArgumentException("no such tile");
            default -> throw new IOException("status " + response.statusCode());
        };
    }

    @Override
    public void close() {
        http.close();
    }
}
