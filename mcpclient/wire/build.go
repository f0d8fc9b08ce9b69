package wire

import (
	"strconv"

	"mcperuse/mcpclient/rawjson"
)

// AppendRequest appends a request to dst. Params go out byte for byte; nil
// params are left out.
func AppendRequest(dst []byte, id ID, method string, params rawjson.Value) []byte {
	dst = append(dst, `{"jsonrpc":"2.0","id":`...)
	dst = append(dst, id...)
	dst = append(dst, `,"method":`...)
	return appendCall(dst, method, params)
}

// AppendNotification appends a notification to dst, with params as in
// [AppendRequest].
func AppendNotification(dst []byte, method string, params rawjson.Value) []byte {
	dst = append(dst, `{"jsonrpc":"2.0","method":`...)
	return appendCall(dst, method, params)
}

func appendCall(dst []byte, method string, params rawjson.Value) []byte {
	dst = rawjson.AppendString(dst, method)
	if params != nil {
		dst = append(dst, `,"params":`...)
		dst = append(dst, params...)
	}
	return append(dst, '}')
}

// AppendResult appends the reply to a request of the server, with the id as the
// server spelled it.
func AppendResult(dst []byte, id ID, result rawjson.Value) []byte {
	dst = append(dst, `{"jsonrpc":"2.0","id":`...)
	dst = append(dst, id...)
	dst = append(dst, `,"result":`...)
	dst = append(dst, result...)
	return append(dst, '}')
}

// AppendError appends a reply that refuses a request of the server.
func AppendError(dst []byte, id ID, code int, message string) []byte {
	dst = append(dst, `{"jsonrpc":"2.0","id":`...)
	dst = append(dst, id...)
	dst = append(dst, `,"error":{"code":`...)
	dst = strconv.AppendInt(dst, int64(code), 10)
	dst = append(dst, `,"message":`...)
	dst = rawjson.AppendString(dst, message)
	return append(dst, "}}"...)
}
