import { generate } from 'lean-qr'

/** QR readers need this margin. */
const quietZoneModules = 4

/** Draws dark on white in every theme, because QR readers need it. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const code = generate(text)
  const size = code.size + 2 * quietZoneModules
  const dark: string[] = []
  for (let y = 0; y < code.size; y++)
    for (let x = 0; x < code.size; x++)
      if (code.get(x, y)) dark.push(`M${x + quietZoneModules} ${y + quietZoneModules}h1v1h-1z`)
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} className="size-56 rounded-ui">
      <path fill="#fff" d={`M0 0h${size}v${size}h-${size}z`} />
      <path fill="#000" shapeRendering="crispEdges" d={dark.join('')} />
    </svg>
  )
}
