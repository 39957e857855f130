/** What a file may be and what is told of one that is not. No imports: the pilot's phone loads it with the first photo. */

export const archivoLimits = { bytes: 8 * 1024 ** 2, pixels: 50_000_000, perRecord: 30 } as const

export const archivoRefusals = {
  tooLarge: 'El archivo pasa de 8 MB.',
  tooManyPixels: 'La foto pasa de 50 megapíxeles.',
  gone: 'El archivo ya no está en el disco.',
  wrongKind: 'Solo se aceptan fotos (JPG, PNG, WebP) y PDF.',
  tooMany: `Este registro ya tiene ${archivoLimits.perRecord} archivos.`,
} as const
