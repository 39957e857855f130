import { documentos } from '@flota/contract/documentos.ts'
import { catalogueEndpointGroups } from '@flota/contract/endpoints.ts'
import { documentoOwnerCampos, type ImportTipo } from '@flota/contract/importarCampos.ts'
import { rutas } from '@flota/contract/rutas.ts'
import { tarifas } from '@flota/contract/tarifas.ts'
import type { z } from 'zod'
import type { CellError, FieldValues } from './importRow.ts'

/** What POST of a kind would be sent for a row, to be judged by its schema. */
interface RowBody {
  body: Record<string, unknown>
  errors?: CellError[]
  rowError?: string
}

interface RowSchema {
  schema: z.ZodType
  bodyFor: (leido: FieldValues) => RowBody
  /** The column that a field of the body comes of, where it is not called so. */
  campoOf: Readonly<Record<string, string>>
}

/** Whether a cell names a record is judged here, which one later. */
const named = (value: unknown) => (value == null ? null : 1)

/** A company may have a name of one word; a pilot or a helper has two. */
const apellidoOfOneWord: Partial<Record<ImportTipo, string>> = { clientes: 'Cliente' }

/** Its first word is nombre, the rest apellido; undefined where one word is not enough. */
export function splitName(tipo: ImportTipo, whole: string): [nombre: string, apellido: string | undefined] {
  const [nombre = '', ...rest] = whole.split(/\s+/)
  return [nombre, rest.join(' ') || apellidoOfOneWord[tipo]]
}

const personaBody =
  (tipo: ImportTipo) =>
  (leido: FieldValues): RowBody => {
    if (!('nombre_completo' in leido)) return { body: leido }
    const whole = leido.nombre_completo
    if (whole === null) return { body: { ...leido, nombre: null, apellido: null } }
    const [nombre, apellido] = splitName(tipo, String(whole))
    const body = { ...leido, nombre, apellido: apellido ?? nombre }
    return apellido
      ? { body }
      : { body, errors: [{ campo: 'nombre_completo', mensaje: 'Escribe nombre y apellido.' }] }
  }

const nameFields = { nombre: 'nombre_completo', apellido: 'nombre_completo' }

const finalEstados = ['Entregado', 'Incidente']

function rutaBody({
  cliente,
  placa,
  piloto,
  ayudante,
  no_ruta,
  hora,
  estado,
  ...leido
}: FieldValues): RowBody {
  const isFinished = estado == null || finalEstados.includes(String(estado))
  const body = {
    ...leido,
    // Its number comes with its row.
    no_ruta: no_ruta ?? '-',
    hora: hora ?? '00:00:00',
    cliente_id: named(cliente),
    camion_id: named(placa),
    chofer_id: named(piloto),
    ayudante_id: named(ayudante),
    estado: isFinished ? (estado ?? 'Entregado') : 'Entregado',
  }
  const mensaje = 'Solo se importan viajes terminados: Entregado o Incidente.'
  return isFinished ? { body } : { body, errors: [{ campo: 'estado', mensaje }] }
}

function documentoBody({ tipo, placa, piloto, ayudante, ...leido }: FieldValues): RowBody {
  const given = documentoOwnerCampos.filter((campo) => ({ placa, piloto, ayudante })[campo] != null)
  const place = { entidad: 'camiones', entidad_id: 1 }
  return given.length === 1
    ? { body: { ...leido, ...place, tipo_id: named(tipo) } }
    : { body: { ...leido, ...place, tipo_id: 1 }, rowError: 'Escribe la placa, el piloto o el ayudante.' }
}

const tarifaBody = ({ cliente, ...leido }: FieldValues): RowBody => ({
  body: { ...leido, cliente_id: named(cliente) },
})

/** The very schemas of POST, so that a cell is told what a form's field is told. */
export const rowSchemas: Record<ImportTipo, RowSchema> = {
  choferes: {
    schema: catalogueEndpointGroups.choferes.create.body,
    bodyFor: personaBody('choferes'),
    campoOf: nameFields,
  },
  ayudantes: {
    schema: catalogueEndpointGroups.ayudantes.create.body,
    bodyFor: personaBody('ayudantes'),
    campoOf: nameFields,
  },
  clientes: {
    schema: catalogueEndpointGroups.clientes.create.body,
    bodyFor: personaBody('clientes'),
    campoOf: nameFields,
  },
  camiones: {
    schema: catalogueEndpointGroups.camiones.create.body,
    bodyFor: (body) => ({ body }),
    campoOf: {},
  },
  tarifas: { schema: tarifas.create.body, bodyFor: tarifaBody, campoOf: { cliente_id: 'cliente' } },
  documentos: { schema: documentos.create.body, bodyFor: documentoBody, campoOf: { tipo_id: 'tipo' } },
  rutas: {
    schema: rutas.create.body,
    bodyFor: rutaBody,
    campoOf: { cliente_id: 'cliente', camion_id: 'placa', chofer_id: 'piloto', ayudante_id: 'ayudante' },
  },
}
