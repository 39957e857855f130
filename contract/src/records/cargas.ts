import { formatYesNo } from '../core/fieldFormat.ts'
import { choice, defineFields, required, served, text, unlabelled } from '../core/fields.ts'
import { pagadores } from './dinero.ts'
import { movimientoFields } from './movimientos.ts'

/** Warnings about a carga, in the order of `faltas`. The first two are of any odometer reading. */
export const lecturaFaltas = ['KM_MENOR', 'KM_SALTO'] as const
export type LecturaFalta = (typeof lecturaFaltas)[number]
export const cargaFaltas = [...lecturaFaltas, 'TANQUE', 'RENDIMIENTO_BAJO'] as const
export type CargaFalta = (typeof cargaFaltas)[number]

export const cargaErrors = {
  notFound: 'Carga no encontrada',
  isCarga: 'Este gasto es una carga de combustible. Cámbialo en Combustible.',
} as const

const {
  chofer_id,
  piloto,
  ruta_id,
  no_ruta,
  fecha,
  monto,
  forma,
  comprobante,
  nit,
  serie,
  numero,
  uuid,
  compartida,
} = movimientoFields
const {
  descripcion,
  estado,
  motivo,
  liquidacion_id,
  liquidacion,
  del_piloto,
  hora_dispositivo,
  hecho_en,
  dudosa,
} = movimientoFields
const { archivos, registrado_por } = movimientoFields

/** Fields of a carga that a plain gasto has not, named as in movimientos and its log. */
export const cargaOwnFields = defineFields({
  camion_id: unlabelled('id', { required, description: 'Id del camión.' }),
  /** The plate. */
  camion: text('Camión', { required, use: 'read', description: 'Placa del camión.' }),
  galones: {
    label: 'Galones',
    type: 'amount',
    unit: 'gal',
    required,
    description: 'Galones que se cargaron.',
  },
  km: {
    label: 'Kilometraje',
    type: 'integer',
    unit: 'km',
    description: 'Kilómetros del odómetro; null si no se anotó.',
  },
  lleno: {
    label: 'Tanque lleno',
    type: 'boolean',
    required,
    format: formatYesNo,
    description: 'Si se llenó el tanque.',
  },
  falta_anterior: {
    label: 'Falta una carga anterior',
    type: 'boolean',
    required,
    description: 'Si una carga anterior no se registró.',
  },
  estacion: text('Estación', { description: 'Nombre de la gasolinera; null si no se anotó.' }),
  vale: text('Vale', { max: 30, description: 'Número de vale de la gasolinera; null si no hay.' }),
})

/** A fuel fill-up: a gasto Combustible with the truck's data. */
export const cargaFields = defineFields({
  ...cargaOwnFields,
  fecha,
  total: monto,
  precio_galon: served('amount', { unit: 'Q', required, description: 'Quetzales por galón.' }),
  paga: choice('Paga', { choices: pagadores, required, description: 'Quién pagó: `piloto` o `empresa`.' }),
  chofer_id,
  piloto,
  ruta_id,
  no_ruta,
  forma,
  comprobante,
  nit,
  serie,
  numero,
  uuid,
  compartida,
  descripcion,
  km_galon: served('amount', {
    description: 'Kilómetros por galón del tramo que termina aquí; null si no hay.',
  }),
  estado,
  motivo,
  liquidacion_id,
  liquidacion,
  del_piloto,
  hora_dispositivo,
  hecho_en,
  dudosa,
  archivos,
  registrado_por,
})
