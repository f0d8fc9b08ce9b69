package fileinfo

import (
	"encoding/binary"
	"strconv"
	"unicode/utf16"
)

// font reads the names of a TrueType or OpenType font, or of the first one of a
// collection.
func font(data []byte) (facts []Fact) {
	be := binary.BigEndian
	at := uint32(0)
	if string(data[:4]) == "ttcf" {
		if len(data) < 16 {
			return nil
		}
		facts = append(facts, Fact{"fonts", strconv.FormatUint(uint64(be.Uint32(data[8:])), 10)})
		at = be.Uint32(data[12:])
	}
	names := fontTable(data, at, "name")
	if len(names) < 6 {
		return facts
	}
	texts := names[min(int(be.Uint16(names[4:])), len(names)):]
	family, style := "", ""
	records := names[6:]
	for range be.Uint16(names[2:]) {
		if len(records) < 12 {
			break
		}
		r := records[:12]
		records = records[12:]
		const windows, american = 3, 0x409
		from, size := int(be.Uint16(r[10:])), int(be.Uint16(r[8:]))
		if be.Uint16(r) != windows || be.Uint16(r[4:]) != american || from+size > len(texts) {
			continue
		}
		switch be.Uint16(r[6:]) {
		case 1:
			family = utf16Text(texts[from : from+size])
		case 2:
			style = utf16Text(texts[from : from+size])
		}
	}
	if family != "" {
		facts = append(facts, Fact{"font", family})
	}
	if style != "" {
		facts = append(facts, Fact{"style", style})
	}
	return facts
}

// fontTable is a table of the font whose directory is at an offset, nil where it
// is not there.
func fontTable(data []byte, at uint32, tag string) []byte {
	be := binary.BigEndian
	if uint64(at)+12 > uint64(len(data)) {
		return nil
	}
	rows := data[at+12:]
	for range be.Uint16(data[at+4:]) {
		if len(rows) < 16 {
			return nil
		}
		if string(rows[:4]) == tag {
			from, size := uint64(be.Uint32(rows[8:])), uint64(be.Uint32(rows[12:]))
			if from+size > uint64(len(data)) {
				return nil
			}
			return data[from : from+size]
		}
		rows = rows[16:]
	}
	return nil
}

// utf16Text decodes big-endian UTF-16.
func utf16Text(data []byte) string {
	units := make([]uint16, len(data)/2)
	for i := range units {
		units[i] = binary.BigEndian.Uint16(data[2*i:])
	}
	return string(utf16.Decode(units))
}
