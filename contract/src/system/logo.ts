/** Limits of the company's logo and their messages. No imports: the form shows them before it sends. */

export const logoLimits = { maxBytes: 200 * 1024, maxPixels: 16_000_000 } as const

export const logoTypes = ['image/png', 'image/jpeg', 'image/svg+xml'] as const
export type LogoType = (typeof logoTypes)[number]

export const logoErrors = {
  empty: 'El archivo está vacío.',
  tooLarge: 'El logo pasa de 200 kB.',
  wrongKind: 'El logo debe ser PNG, JPG o SVG.',
  tooManyPixels: 'El logo pasa de 16 megapíxeles.',
  damaged: 'El archivo está dañado. Elige otro.',
  unreadableSvg: 'El SVG no se puede leer. Guárdalo como «SVG simple» o como PNG.',
  notData: 'Envía el logo como data:image/png;base64,…',
  replaced: 'Ese logo ya no está. Elige el archivo otra vez.',
} as const

/** Address of the stored logo. */
const storedLogo = /^\/api\/logo\/[\da-f]{16}$/
const dataUrl = /^data:[\w/+.-]*;base64,([\w+/]*={0,2})$/

export const isStoredLogo = (value: string) => storedLogo.test(value)

/** Returns the base64 text of a data URL; undefined if the value is none. */
export const base64OfLogo = (value: string): string | undefined => dataUrl.exec(value)?.[1]

/** Returns why a logo is refused before its bytes are read. */
export function findLogoError(value: string): string | undefined {
  if (isStoredLogo(value)) return undefined
  const base64 = base64OfLogo(value)
  if (base64 === undefined) return logoErrors.notData
  const bytes = (base64.replace(/=+$/, '').length * 3) / 4
  if (bytes < 1) return logoErrors.empty
  return bytes >= logoLimits.maxBytes + 1 ? logoErrors.tooLarge : undefined
}
