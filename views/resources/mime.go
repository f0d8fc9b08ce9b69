package resources

import (
	"strings"

	"mcperuse/mcpclient/model"
	"mcperuse/views/filetype"
)

// short has the types whose short form is not simply their subtype.
var short = map[string]string{
	"text/plain":               "text",
	"text/markdown":            "md",
	"text/javascript":          "js",
	"text/typescript":          "ts",
	"text/x-python":            "py",
	"text/x-ruby":              "rb",
	"text/x-rust":              "rs",
	"text/x-c++":               "cpp",
	"text/x-shellscript":       "sh",
	"application/javascript":   "js",
	"application/typescript":   "ts",
	"application/x-sh":         "sh",
	"application/x-python":     "py",
	"application/octet-stream": "bin",
	"application/gzip":         "gz",
	"application/x-ndjson":     "jsonl",
	"application/x-httpd-php":  "php",
	"image/jpeg":               "jpg",
	"image/vnd.microsoft.icon": "ico",
	"audio/mpeg":               "mp3",
	"video/quicktime":          "mov",
}

// MIMEShort is a media type in a few letters, for a narrow column: "md" for
// text/markdown, "json" for application/problem+json; charset=utf-8. What is no
// media type stays as it is.
func MIMEShort(mediaType string) string {
	essence := filetype.Essence(mediaType)
	if s, ok := short[essence]; ok {
		return s
	}
	_, subtype, ok := strings.Cut(essence, "/")
	if !ok || subtype == "" {
		return mediaType
	}
	switch base, suffix, _ := strings.Cut(subtype, "+"); suffix {
	case "json", "yaml", "zip", "gzip", "cbor":
		return suffix
	case "xml":
		if base == "svg" || base == "atom" || base == "rss" {
			return base
		}
		return suffix
	default:
		return strings.TrimPrefix(strings.TrimPrefix(subtype, "x-"), "vnd.")
	}
}

// kindMark stands for the kind of a resource: text, picture, sound or film,
// archive, folder, any other bytes; "" where nothing tells.
func kindMark(r *model.Resource) string {
	if strings.HasSuffix(r.URI, "/") {
		return "/"
	}
	mediaType := filetype.Essence(r.MIMEType)
	if mediaType == "" {
		mediaType = filetype.FromURI(r.URI)
	}
	kind, _, _ := strings.Cut(mediaType, "/")
	switch {
	case mediaType == "":
		return ""
	case mediaType == "inode/directory":
		return "/"
	case filetype.Textual(mediaType):
		return "≡"
	case kind == "image":
		return "□"
	case kind == "audio", kind == "video":
		return "►"
	}
	return "▪"
}
