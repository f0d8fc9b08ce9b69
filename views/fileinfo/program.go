package fileinfo

import (
	"encoding/binary"
	"fmt"
)

// program lays out what a program runs on. A number that has no name is shown.
func program(format, kind string, machines map[uint32]string, machine uint32) []Fact {
	name := machines[machine]
	if name == "" {
		name = fmt.Sprintf("machine 0x%x", machine)
	}
	return []Fact{{"program", format + " · " + kind + " · " + name}}
}

var elfMachines = map[uint32]string{3: "x86", 8: "MIPS", 20: "PowerPC", 21: "PowerPC 64", 22: "S390", 40: "ARM", 62: "x86-64", 183: "ARM64", 243: "RISC-V", 247: "BPF", 258: "LoongArch"}

func elf(data []byte) []Fact {
	if len(data) < 20 {
		return nil
	}
	var order binary.ByteOrder = binary.LittleEndian
	if data[5] == 2 {
		order = binary.BigEndian
	}
	kind := map[uint16]string{1: "object file", 2: "executable", 3: "shared object or executable", 4: "core dump"}[order.Uint16(data[16:])]
	if kind == "" {
		kind = "of unknown kind"
	}
	return program("ELF", kind, elfMachines, uint32(order.Uint16(data[18:])))
}

var peMachines = map[uint32]string{0x14c: "x86", 0x1c0: "ARM", 0x1c4: "ARM", 0x8664: "x86-64", 0xaa64: "ARM64"}

func pe(data []byte) []Fact {
	if len(data) < 64 {
		return nil
	}
	at := int64(binary.LittleEndian.Uint32(data[60:]))
	if at+24 > int64(len(data)) || string(data[at:at+4]) != "PE\x00\x00" {
		return []Fact{{"program", "MS-DOS executable"}}
	}
	kind := "executable"
	if binary.LittleEndian.Uint16(data[at+22:])&0x2000 != 0 {
		kind = "library (DLL)"
	}
	return program("PE", kind, peMachines, uint32(binary.LittleEndian.Uint16(data[at+4:])))
}

var machoMachines = map[uint32]string{7: "x86", 0x1000007: "x86-64", 12: "ARM", 0x100000c: "ARM64"}

func macho(data []byte) []Fact {
	if len(data) < 16 {
		return nil
	}
	kind := map[uint32]string{1: "object file", 2: "executable", 6: "library", 8: "bundle"}[binary.LittleEndian.Uint32(data[12:])]
	if kind == "" {
		kind = "of unknown kind"
	}
	return program("Mach-O", kind, machoMachines, binary.LittleEndian.Uint32(data[4:]))
}
