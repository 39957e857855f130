import type { DocumentoValues } from '../documents/documentos.ts'
import type { TarifaValues } from '../money/tarifas.ts'
import type { catalogues } from '../records/catalogues.ts'
import type { RutaValues } from '../trips/rutas.ts'

/** Fields of an import (docs/contract/imports.md). Imports only types: the sheet-reading thread loads it. */

export type CampoClase = 'texto' | 'fecha' | 'hora' | 'monto' | 'entero' | 'estado'

export interface ImportCampo {
  clase: CampoClase
  obligatorio: boolean
  /** Normalized headings that match, besides the field's own name. */
  titulos: readonly string[]
}

const campo = (clase: CampoClase, titulos: readonly string[] = []): ImportCampo => ({
  clase,
  obligatorio: false,
  titulos,
})
const required = (clase: CampoClase, titulos: readonly string[] = []): ImportCampo => ({
  ...campo(clase, titulos),
  obligatorio: true,
})

const personCampos = (fullNameTitulos: readonly string[]) => ({
  nombre: required('texto', ['nombres']),
  apellido: required('texto', ['apellidos']),
  nombre_completo: campo('texto', fullNameTitulos),
  telefono: required('texto', ['tel', 'celular', 'movil', 'whatsapp']),
})

export const importTipos = [
  'choferes',
  'ayudantes',
  'camiones',
  'clientes',
  'tarifas',
  'documentos',
  'rutas',
] as const
export type ImportTipo = (typeof importTipos)[number]

type CatalogueField<Name extends keyof typeof catalogues> = keyof (typeof catalogues)[Name]['fields']

/** Fields of POST, with the id columns replaced by name columns and without `Left`. */
type Fields<Values, Ids extends keyof Values, Names extends string, Left extends keyof Values = never> =
  | Exclude<keyof Values, Ids | Left>
  | Names

interface CamposDe {
  choferes: CatalogueField<'choferes'> | 'nombre_completo'
  ayudantes: CatalogueField<'ayudantes'> | 'nombre_completo'
  camiones: CatalogueField<'camiones'>
  clientes: CatalogueField<'clientes'> | 'nombre_completo'
  tarifas: Fields<TarifaValues, 'cliente_id', 'cliente'>
  documentos: Fields<
    DocumentoValues,
    'tipo_id' | 'entidad' | 'entidad_id',
    'tipo' | 'placa' | 'piloto' | 'ayudante'
  >
  rutas: Fields<
    RutaValues,
    'cliente_id' | 'camion_id' | 'chofer_id' | 'ayudante_id',
    'cliente' | 'placa' | 'piloto' | 'ayudante',
    'duracion_min' | 'motivo_excepcion'
  >
}
/** Columns of an export, which a sheet can import. */
export type SheetCampo<T extends ImportTipo> = Exclude<CamposDe[T], 'nombre_completo'>

/** In the order in which they are listed. A missing field of the contract fails to compile. */
const campos: { readonly [T in ImportTipo]: Readonly<Record<CamposDe[T], ImportCampo>> } = {
  choferes: {
    ...personCampos(['piloto', 'chofer', 'conductor']),
    tipo_licencia: required('texto', ['licencia', 'tipo de licencia', 'clase']),
    vencimiento: required('fecha', [
      'vence',
      'fecha de vencimiento',
      'vencimiento de licencia',
      'fecha de vencimiento de licencia',
    ]),
  },
  ayudantes: personCampos(['ayudante', 'auxiliar']),
  camiones: {
    placa: required('texto', ['placas', 'no placa', 'numero de placa', 'matricula']),
    marca: required('texto'),
    modelo: required('texto', ['ano', 'linea']),
    color: required('texto'),
    tipo: required('texto', ['tipo de camion', 'tipo de vehiculo']),
    tarjeta_circulacion: required('texto', ['tarjeta', 'tarjeta de circulacion', 'no tarjeta']),
  },
  clientes: personCampos(['cliente', 'empresa', 'razon social', 'nombre del cliente']),
  tarifas: {
    cliente: campo('texto', ['nombre del cliente']),
    origen: required('texto', ['sale de']),
    destino: required('texto', ['llega a']),
    servicio: campo('texto'),
    precio: required('monto', ['tarifa', 'valor', 'monto']),
    duracion_min: campo('entero', ['duracion', 'minutos']),
    vigente_desde: required('fecha', ['desde']),
    vigente_hasta: campo('fecha', ['hasta']),
  },
  documentos: {
    tipo: required('texto', ['documento', 'tipo de documento']),
    placa: campo('texto', ['camion']),
    piloto: campo('texto', ['chofer', 'conductor']),
    ayudante: campo('texto', ['auxiliar']),
    numero: campo('texto', ['no documento', 'numero de documento']),
    emitido: campo('fecha', ['emision', 'fecha de emision']),
    vence: campo('fecha', ['vencimiento', 'fecha de vencimiento']),
    nota: campo('texto', ['observaciones', 'comentario']),
  },
  rutas: {
    no_ruta: campo('texto', ['ruta', 'viaje', 'no de ruta', 'no de viaje', 'numero de ruta']),
    fecha: required('fecha', ['dia']),
    hora: campo('hora'),
    cliente: required('texto', ['empresa', 'nombre del cliente']),
    servicio: required('texto'),
    mercaderia: required('texto', ['carga', 'producto']),
    placa: required('texto', ['camion', 'placas']),
    piloto: required('texto', ['chofer', 'conductor']),
    ayudante: campo('texto', ['auxiliar']),
    origen: required('texto', ['sale de']),
    destino: required('texto', ['llega a']),
    precio: required('monto', ['valor', 'monto', 'flete']),
    combustible: campo('monto', ['galones']),
    estado: campo('estado'),
    comentario: campo('texto', ['observaciones', 'nota']),
  },
}
/** `campos` for field names only known at run time. */
export const importCampos: Readonly<Record<ImportTipo, Readonly<Record<string, ImportCampo>>>> = campos

/** Fields that name the owner of a document. A row needs one of them. */
export const documentoOwnerCampos = ['placa', 'piloto', 'ayudante'] as const

/** Returns the required fields that a row lacks, in the table's order. */
export const missingCampos = (tipo: ImportTipo, isPresent: (campo: string) => boolean): string[] =>
  Object.entries(importCampos[tipo])
    .filter(([campo, { obligatorio }]) => {
      if (tipo === 'documentos' && campo === 'placa') return !documentoOwnerCampos.some(isPresent)
      // nombre is reported for both.
      if (campo === 'apellido' || (campo === 'nombre' && isPresent('nombre_completo'))) return false
      return obligatorio && !isPresent(campo)
    })
    .map(([campo]) => campo)
