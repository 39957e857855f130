import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { sentences } from './sentences.ts'
import {
  booleanOr,
  endsBefore,
  hour,
  integer,
  named,
  optionalDate,
  optionalHour,
  optionalText,
  pathId,
  queryVersion,
  recordMeta,
  text,
  version,
} from './values.ts'

/** When trucks may not drive, but for some cargo: one span, or hours of days of the week (1 Monday … 7). */
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

const orNull = <S extends z.ZodType>(schema: S) =>
  z.preprocess((value) => (value === '' || value === undefined ? null : value), schema.nullable())

const weekDays = () =>
  orNull(z.array(integer(1, 7))).transform((days) =>
    days?.length ? [...new Set(days)].sort((a, b) => a - b) : null,
  )

const values = z.object({
  nombre: text(),
  desde: optionalDate(),
  hasta: optionalDate(),
  dias_semana: weekDays(),
  hora_desde: optionalHour(),
  hora_hasta: optionalHour(),
  palabras_exentas: orNull(z.array(text()).max(50, { error: 'Escribe 50 palabras como máximo.' })),
  nota: optionalText(2000),
  activo: booleanOr(true),
})
export type RestriccionValues = z.output<typeof values>

type Input = Record<keyof RestriccionValues, unknown>
/** Also where they are no days: that is told by itself. */
const isWeekly = ({ dias_semana }: Input) =>
  Boolean(dias_semana) && !(Array.isArray(dias_semana) && dias_semana.length === 0)
const isHour = (value: unknown): value is string => hour().safeParse(value).success
/** As `HH:MM:SS`, so that text compares as time does. */
const whole = (hora: string) => (hora.length === 5 ? `${hora}:00` : hora)

/** What the fields say together, each told at its field. */
const rules: { campo: keyof RestriccionValues; error: string; holds: (input: Input) => boolean }[] = [
  ...(['desde', 'hasta'] as const).map((campo) => ({
    campo,
    error: sentences.required,
    holds: (input: Input) => isWeekly(input) || Boolean(input[campo]),
  })),
  ...(['hora_desde', 'hora_hasta'] as const).map((campo) => ({
    campo,
    error: sentences.required,
    holds: (input: Input) => !isWeekly(input) || Boolean(input[campo]),
  })),
  {
    campo: 'hasta',
    error: sentences.endsEarly,
    holds: ({ desde, hasta }) => !endsBefore(hasta, desde),
  },
  {
    campo: 'hora_hasta',
    error: 'La hora final debe ser posterior a la inicial.',
    holds: (input) => {
      const { desde, hasta, hora_desde, hora_hasta } = input
      const from = hora_desde || '00:00'
      if (isWeekly(input) || !desde || desde !== hasta || !isHour(hora_hasta) || !isHour(from)) return true
      return whole(hora_hasta) > whole(from)
    },
  },
]

/** Checked also where another field is wrong, so that all wrong fields are told together. */
const checked = <S extends z.ZodType<Input>>(schema: S): S =>
  rules.reduce(
    (all, { campo, error, holds }) => all.refine(holds, { path: [campo], error, when: () => true }),
    schema,
  )

export const restriccionValues = checked(values).meta({ id: 'RestriccionValues' })
export const restriccionChanges = checked(values.extend({ version: version() })).meta({
  id: 'RestriccionChanges',
})

const params = z.object({ id: pathId() })

export const restricciones = {
  /** All of them, by name. */
  list: endpoint('GET /api/restricciones', {
    summary: 'Listar las restricciones',
    data: z.array(restriccion),
    wrapping: 'rows',
  }),
  show: endpoint('GET /api/restricciones/:id', { summary: 'Ver restricción', params, data: restriccion }),
  create: endpoint('POST /api/restricciones', {
    summary: 'Crear restricción',
    body: restriccionValues,
    data: restriccion,
    creates: true,
    message: 'Restricción creada exitosamente',
  }),
  update: endpoint('PUT /api/restricciones/:id', {
    summary: 'Editar restricción',
    params,
    body: restriccionChanges,
    data: restriccion,
    message: 'Restricción actualizada exitosamente',
  }),
  remove: endpoint('DELETE /api/restricciones/:id', {
    summary: 'Eliminar restricción',
    params,
    query: z.object({ version: queryVersion() }),
    data: z.null(),
    message: 'Restricción eliminada con éxito',
  }),
}
