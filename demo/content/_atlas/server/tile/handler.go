package tile

import (
	"net/http"
	"strconv"
)

// NewHandler serves tiles from the cache, painting those that are not in it.
func NewHandler(cache *Cache) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		k, err := parse(r)
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		img, ok := cache.Get(k)
		if !ok {
			img = paint(k)
			cache.Put(k, img)
		}
		w.Header().Set("Content-Type", "image/png")
		w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
		w.Write(img)
	})
}

func parse(r *http.Request) (k Key, err error) {
	for name, into := range map[string]*int{"z": &k.Z, "x": &k.X, "y": &k.Y} {
		if *into, err = strconv.Atoi(r.PathValue(name)); err != nil {
			return k, err
		}
	}
	return k, nil
}
