import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { fromKeys } from '../core/keys.ts'
import { sentences } from '../core/sentences.ts'
import { date, duracion, integer, isVisible, named, optionalText, version } from '../core/values.ts'
import { codigos, exigencias, horaEs, modos, paperSizes, regimenesIsr } from '../records/codigos.ts'
import { findLogoError } from './logo.ts'

/** Settings of the company. The table has one row. */
const ajustesRecord = named('Ajustes', {
  /** Company's name; by default EMPRESA_NOMBRE. */
  nombre: z.string(),
  /** Address of the logo, another for each logo. */
  logo: z.string().nullable(),
  nit: z.string().nullable(),
  direccion: z.string().nullable(),
  telefono: z.string().nullable(),
  duracion_viaje_min: z.int(),
  hora_es: z.enum(horaEs),
  /** Megabytes of files that a user may upload per day. */
  subida_diaria_mb: z.int(),
  /** Writes that a pilot may make per day. */
  cambios_diarios_piloto: z.int(),
  /** Writes that any other user, or an API token, may make per day. */
  cambios_diarios: z.int(),
  /** Users that must have a second factor. */
  segundo_factor: z.enum(exigencias),
  /** First trip date that GET /api/por-facturar counts; null counts all. */
  facturar_desde: z.string().nullable(),
  regimen_isr: z.enum(regimenesIsr),
  /** Version of the running program, read-only. */
  programa: z.string(),
  /** Paper of the report as PDF. */
  papel: z.enum(paperSizes),
  /** Whether the prices of trips include VAT. */
  precios_incluyen_iva: z.boolean(),
  modos: z.object(fromKeys(codigos, () => z.enum(modos))),
  version: z.int(),
})
export type Ajustes = z.output<typeof ajustesRecord>

/** Wraps a setting: absence keeps the stored value, null and "" reset it to the default. */
const optionalSetting = <S extends z.ZodType>(schema: S, defaultValue: z.output<S>) =>
  z.preprocess((value) => (value === '' || value === null ? defaultValue : value), schema.optional())

const defaultAjustes = {
  duracion_viaje_min: 480,
  hora_es: 'salida',
  subida_diaria_mb: 500,
  cambios_diarios_piloto: 2000,
  cambios_diarios: 20_000,
  segundo_factor: 'nadie',
  regimen_isr: 'utilidades',
  papel: 'a4',
  precios_incluyen_iva: true,
  modo: 'avisar',
} as const

/** A data URL, the stored logo's address (which changes nothing), or null. */
const logo = z
  .string()
  .trim()
  .refine((value) => findLogoError(value) === undefined, {
    error: ({ input }) => findLogoError(String(input)),
  })

const cambiosDiarios = integer(100, 1_000_000)

const ajustesChanges = named('AjustesChanges', {
  nombre: optionalSetting(
    optionalText(100).refine((value) => value === null || isVisible(value), { error: sentences.required }),
    null,
  ),
  logo: optionalSetting(logo.nullable(), null),
  nit: optionalSetting(optionalText(20), null),
  direccion: optionalSetting(optionalText(200), null),
  telefono: optionalSetting(optionalText(30), null),
  duracion_viaje_min: optionalSetting(duracion(), defaultAjustes.duracion_viaje_min),
  hora_es: optionalSetting(z.enum(horaEs), defaultAjustes.hora_es),
  subida_diaria_mb: optionalSetting(integer(10, 100_000), defaultAjustes.subida_diaria_mb),
  cambios_diarios_piloto: optionalSetting(cambiosDiarios, defaultAjustes.cambios_diarios_piloto),
  cambios_diarios: optionalSetting(cambiosDiarios, defaultAjustes.cambios_diarios),
  segundo_factor: optionalSetting(z.enum(exigencias), defaultAjustes.segundo_factor),
  facturar_desde: optionalSetting(date().nullable(), null),
  regimen_isr: optionalSetting(z.enum(regimenesIsr), defaultAjustes.regimen_isr),
  papel: optionalSetting(z.enum(paperSizes), defaultAjustes.papel),
  precios_incluyen_iva: optionalSetting(z.boolean(), defaultAjustes.precios_incluyen_iva),
  /** Each code can be sent alone; unknown codes are ignored. */
  modos: optionalSetting(
    z.object(fromKeys(codigos, () => optionalSetting(z.enum(modos), defaultAjustes.modo))),
    fromKeys(codigos, () => defaultAjustes.modo),
  ),
  version: version(),
})
export type AjustesChanges = z.output<typeof ajustesChanges>

export const ajustes = {
  show: endpoint('GET /api/ajustes', { summary: 'Ver los ajustes de la empresa', data: ajustesRecord }),
  update: endpoint('PUT /api/ajustes', {
    summary: 'Cambiar los ajustes: solo lo que se envía',
    body: ajustesChanges,
    data: ajustesRecord,
    message: 'Ajustes guardados exitosamente',
    errorStatuses: [409],
  }),
}
