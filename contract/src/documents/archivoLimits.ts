/** Limits of uploads and their messages. No imports: the pilot page loads it with the first photo. */

export const archivoLimits = { maxBytes: 8 * 1024 ** 2, maxPixels: 50_000_000, maxPerRecord: 30 } as const

export const archivoErrors = {
  empty: 'El archivo está vacío.',
  /** Instead of `empty` for a pilot. */
  emptyFoto: 'La foto está vacía. Tómala otra vez.',
  tooLarge: 'El archivo pasa de 8 MB.',
  tooManyPixels: 'La foto pasa de 50 megapíxeles.',
  missingOnDisk: 'El archivo ya no está en el disco.',
  heic: 'Este formato (HEIC) no se puede guardar. Elige «Más compatible» en la cámara.',
  wrongKind: 'Solo se aceptan fotos (JPG, PNG, WebP) y PDF.',
  damaged: 'La foto está dañada. Tómala otra vez.',
  tooMany: `Este registro ya tiene ${archivoLimits.maxPerRecord} archivos.`,
} as const
