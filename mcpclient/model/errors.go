package model

// ErrorName is the name of an error code (specification: JSON-RPC 2.0, section
// 5.1, and Base Protocol, Error Codes).
func ErrorName(code int64) string {
	switch code {
	case -32700:
		return "Parse error"
	case -32600:
		return "Invalid Request"
	case -32601:
		return "Method not found"
	case -32602:
		return "Invalid params"
	case -32603:
		return "Internal error"
	case -32002:
		return "Resource not found (legacy)"
	case -32020:
		return "Header mismatch"
	case -32021:
		return "Missing client capability"
	case -32022:
		return "Unsupported protocol version"
	case -32042:
		return "URL elicitation required"
	}
	switch {
	case code <= -32020 && code >= -32099:
		return "reserved for the protocol, not known"
	case code <= -32000 && code >= -32019:
		return "the server's own meaning"
	case code <= -32100 && code >= -32768:
		return "reserved for JSON-RPC, not known"
	}
	return "the server's own code"
}
