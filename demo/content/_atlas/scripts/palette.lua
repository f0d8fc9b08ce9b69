-- Print the palettes as CSS variables.
local palettes = {
  light = { water = "#CFE6F2", land = "#F4EFE1", city = "#C2410C" },
  dark = { water = "#0F1B2D", land = "#2F4B5E", city = "#FFC857" },
}

local names = {}
for name in pairs(palettes) do names[#names + 1] = name end
table.sort(names)

for _, name in ipairs(names) do
  print(("[data-style=%s] {"):format(name))
  for _, part in ipairs { "water", "land", "city" } do
    print(("  --%s: %s;"):format(part, palettes[name][part]:lower()))
  end
  print("}")
end
