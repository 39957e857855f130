import { z } from 'zod'

export const maxRutasPerChange = 100

/** Id of one of several routes. An unknown one, however large, is reported on its own. */
export const rutaId = () => z.int().min(1)

/** Routes that one call changes, each at most once. */
export const rutasToChange = <S extends z.ZodType<number | { id: number }>>(each: S) =>
  z
    .array(each)
    .min(1, { error: 'Elige al menos una ruta.' })
    .max(maxRutasPerChange, { error: `Elige ${maxRutasPerChange} rutas como máximo.` })
    .refine((rutas) => new Set(rutas.map(toId)).size === rutas.length, {
      error: 'Cada ruta va una sola vez.',
    })

const toId = (ruta: number | { id: number }) => (typeof ruta === 'number' ? ruta : ruta.id)
