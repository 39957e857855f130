import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { tripDay } from '../core/fieldRules.ts'
import { tripNamesQuery } from '../core/tripName.ts'
import { bodyId, clearable, listQuery, named, optionalId, pathId } from '../core/values.ts'
import { avisoDeViaje } from './revision.ts'
import type { RutaValues } from './rutas.ts'

export const sugerenciaCampos = ['servicio', 'mercaderia', 'origen', 'destino'] as const

const listSugerencias = z.object({
  campo: z.enum(sugerenciaCampos),
  cliente_id: pathId().optional(),
  buscar: listQuery.buscar,
})
export type SugerenciasQuery = z.output<typeof listSugerencias>

/** `valor` has the spelling of the newest trip. */
const sugerencia = named('Sugerencia', { valor: z.string(), veces: z.int() })
export type Sugerencia = z.output<typeof sugerencia>

const maxFechas = 31

/** null and absence keep the copied value; only for ayudante_id null means none. */
const repetition = named('Repeticion', {
  fechas: z
    .array(tripDay())
    .min(1, { error: 'Elige al menos una fecha.' })
    .max(maxFechas, { error: `Elige ${maxFechas} fechas como máximo.` })
    .refine((fechas) => new Set(fechas).size === fechas.length, {
      error: 'Cada fecha puede ir una sola vez.',
    }),
  camion_id: optionalId(),
  chofer_id: optionalId(),
  ayudante_id: clearable(bodyId()),
})
export type Repeticion = z.output<typeof repetition>

/** Fields that a copy of a trip does not take over. The web's form uses the list too. */
export const fieldsNotCopied: readonly string[] = [
  'no_ruta',
  'fecha',
  'estado',
  'comentario',
  'motivo_excepcion',
] satisfies (keyof RutaValues)[]

/** `copia_de`: the copied route, if one call copies several. */
export const avisoDeCopia = named('AvisoDeCopia', {
  ...avisoDeViaje.shape,
  fecha: z.string(),
  copia_de: z.int().optional(),
})
export type AvisoDeCopia = z.output<typeof avisoDeCopia>

export const repetir = {
  /** At most 10, most frequent first. */
  sugerencias: endpoint('GET /api/rutas/sugerencias', {
    summary: 'Sugerir lo que se escribió en los últimos viajes',
    query: listSugerencias,
    data: z.array(sugerencia),
    wrapping: 'rows',
  }),
  /** All or none. Numbers follow the highest one, in the order of `fechas`. */
  repeat: endpoint('POST /api/rutas/:id/repetir', {
    summary: 'Repetir una ruta en otras fechas',
    params: z.object({ id: pathId() }),
    query: tripNamesQuery,
    body: repetition,
    data: z.object({
      rutas: z.array(named('RutaRepetida', { id: z.int(), no_ruta: z.string(), fecha: z.string() })),
    }),
    avisos: z.array(avisoDeCopia),
    creates: true,
  }),
}
