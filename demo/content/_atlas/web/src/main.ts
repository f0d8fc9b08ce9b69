import { MapView, type LatLon } from "./map";

const view = new MapView(document.querySelector<HTMLElement>("#map")!);

interface Place {
  name: string;
  country: string;
  lat: number;
  lon: number;
}

async function find(query: string, signal: AbortSignal): Promise<Place[]> {
  const answer = await fetch(`/search?q=${encodeURIComponent(query)}`, { signal });
  if (!answer.ok) throw new Error(`search failed: ${answer.status}`);
  return (await answer.json()) as Place[];
}

let running: AbortController | undefined;

document.querySelector("#search")!.addEventListener("submit", async (event) => {
  event.preventDefault();
  running?.abort();
  running = new AbortController();
  const query = new FormData(event.target as HTMLFormElement).get("q") as string;
  const [first] = await find(query, running.signal);
  if (first) view.flyTo({ lat: first.lat, lon: first.lon } satisfies LatLon, 5);
});

view.flyTo({ lat: 20, lon: 0 }, 2);
