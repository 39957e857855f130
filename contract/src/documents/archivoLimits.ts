/** Limits of uploads and their messages. No imports: the pilot page loads it with the first photo. */

export const archivoLimits = { maxBytes: 8 * 1024 ** 2, maxPixels: 50_000_000, maxPerRecord: 30 } as const

export const archivoErrors = {
  tooLarge: 'El archivo pasa de 8 MB.',
  tooManyPixels: 'La foto pasa de 50 megapíxeles.',
  missingOnDisk: 'El archivo ya no está en el disco.',
  wrongKind: 'Solo se aceptan fotos (JPG, PNG, WebP) y PDF.',
  tooMany: `Este registro ya tiene ${archivoLimits.maxPerRecord} archivos.`,
} as const
