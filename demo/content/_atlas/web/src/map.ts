export interface LatLon {
  readonly lat: number;
  readonly lon: number;
}

/** MapView shows tiles around a centre. */
export class MapView {
  #centre: LatLon = { lat: 0, lon: 0 };
  #zoom = 0;

  constructor(private readonly root: HTMLElement) {}

  flyTo(centre: LatLon, zoom: number): void {
    this.#centre = centre;
    this.#zoom = Math.max(0, Math.min(6, zoom));
    this.#draw();
  }

  /** tileAt is where a point lies, in whole tiles. */
  static tileAt({ lat, lon }: LatLon, zoom: number): [x: number, y: number] {
    const n = 2 ** zoom;
    const y = (1 - Math.asinh(Math.tan((lat * Math.PI) / 180)) / Math.PI) / 2;
    return [Math.floor(((lon + 180) / 360) * n), Math.floor(y * n)];
  }

  #draw(): void {
    const [cx, cy] = MapView.tileAt(this.#centre, this.#zoom);
    const around = [-1, 0, 1];
    this.root.replaceChildren(
      ...around.flatMap((dy) => around.map((dx) => this.#tile(cx + dx, cy + dy))),
    );
  }

  #tile(x: number, y: number): HTMLImageElement {
    const n = 2 ** this.#zoom;
    const img = new Image(256, 256);
    img.src = `/tiles/${this.#zoom}/${((x % n) + n) % n}/${y}.png`;
    img.loading = "lazy";
    return img;
  }
}
