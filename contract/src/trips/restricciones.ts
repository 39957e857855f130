import { z } from 'zod'
import { crudOf, formsOf } from '../core/crud.ts'
import { endpoint } from '../core/endpoint.ts'
import { sentences } from '../core/sentences.ts'
import {
  blankAsNull,
  booleanWithDefault,
  crossFieldRule,
  endsInOrder,
  hour,
  integer,
  named,
  optionalDate,
  optionalHour,
  optionalText,
  recordMeta,
  text,
} from '../core/values.ts'

/** Driving ban: one date range, or hours on weekdays (1 Monday to 7). Some cargo is exempt. */
export const restriccion = named('Restriccion', {
  ...recordMeta,
  nombre: z.string(),
  desde: z.string().nullable(),
  hasta: z.string().nullable(),
  dias_semana: z.array(z.int()).nullable(),
  hora_desde: z.string().nullable(),
  hora_hasta: z.string().nullable(),
  palabras_exentas: z.array(z.string()).nullable(),
  nota: z.string().nullable(),
  activo: z.boolean(),
})
export type Restriccion = z.output<typeof restriccion>

const weekDays = () =>
  blankAsNull(z.array(integer(1, 7))).transform((days) =>
    days?.length ? [...new Set(days)].sort((a, b) => a - b) : null,
  )

const values = z.object({
  nombre: text(),
  desde: optionalDate(),
  hasta: optionalDate(),
  dias_semana: weekDays(),
  hora_desde: optionalHour(),
  hora_hasta: optionalHour(),
  palabras_exentas: blankAsNull(z.array(text()).max(50, { error: 'Escribe 50 palabras como máximo.' })),
  nota: optionalText(2000),
  activo: booleanWithDefault(true),
})
export type RestriccionValues = z.output<typeof values>

type FormInput = Record<string, unknown>
/** True also for invalid weekdays, which have an error of their own. */
const isWeekly = ({ dias_semana }: FormInput) =>
  Boolean(dias_semana) && !(Array.isArray(dias_semana) && dias_semana.length === 0)
const isHour = (value: unknown): value is string => hour().safeParse(value).success
/** Pads to `HH:MM:SS`, so that hours compare as text. */
const withSeconds = (hora: string) => (hora.length === 5 ? `${hora}:00` : hora)

const rules = [
  ...['desde', 'hasta'].map((campo) =>
    crossFieldRule(campo, sentences.required, (input) => isWeekly(input) || Boolean(input[campo])),
  ),
  ...['hora_desde', 'hora_hasta'].map((campo) =>
    crossFieldRule(campo, sentences.required, (input) => !isWeekly(input) || Boolean(input[campo])),
  ),
  endsInOrder('desde', 'hasta'),
  crossFieldRule('hora_hasta', 'La hora final debe ser posterior a la inicial.', (input) => {
    const { desde, hasta, hora_desde, hora_hasta } = input
    const from = hora_desde || '00:00'
    if (isWeekly(input) || !desde || desde !== hasta || !isHour(hora_hasta) || !isHour(from)) return true
    return withSeconds(hora_hasta) > withSeconds(from)
  }),
]

export const restricciones = {
  list: endpoint('GET /api/restricciones', {
    summary: 'Listar las restricciones',
    data: z.array(restriccion),
    wrapping: 'rows',
  }),
  ...crudOf('restricciones', {
    row: restriccion,
    ...formsOf('Restriccion', values, ...rules),
    words: {
      singular: 'Restricción',
      created: 'Restricción creada exitosamente',
      updated: 'Restricción actualizada exitosamente',
      deleted: 'Restricción eliminada con éxito',
    },
  }),
}
