import { isRealDate } from '@flota/contract/core/calendar.ts'
import { crossFieldRule, optionalAmount } from '@flota/contract/core/values.ts'
import { documentos } from '@flota/contract/documents/documentos.ts'
import { catalogueEndpointGroups } from '@flota/contract/endpoints.ts'
import { documentoOwnerCampos, type ImportTipo } from '@flota/contract/imports/importarCampos.ts'
import { facturas } from '@flota/contract/money/facturas.ts'
import { nitInput } from '@flota/contract/money/invoiceInputs.ts'
import { tarifas } from '@flota/contract/money/tarifas.ts'
import { facturaErrors } from '@flota/contract/records/facturas.ts'
import { rutas } from '@flota/contract/trips/rutas.ts'
import type { z } from 'zod'
import type { CellError, FieldValues } from './importRow.ts'

/** Body of POST for a row. */
interface RowBody {
  /** Fields whose cells are not read. */
  ignored?: readonly string[]
  /** Required fields that this row may lack. */
  mayLack?: string[]
  body: Record<string, unknown>
  errors?: CellError[]
  rowErrors?: readonly string[]
}

interface RowContext {
  /** Whether the field's cell can't be read. */
  isWrong: (campo: string) => boolean
  /** Today in the company's time zone. */
  hoy: string
}

interface RowSchema {
  schema: z.ZodType
  bodyFor: (parsed: FieldValues, context: RowContext) => RowBody
  /** Sheet field of each body field with another name. */
  campoOf: Readonly<Record<string, string>>
}

/** Returns a placeholder id: a later step looks the record up by its name. */
const placeholderId = (value: unknown) => (value == null ? null : 1)

/** Splits a full name after its first word. */
export function splitName(fullName: string): [nombre: string, apellido: string | null] {
  const [nombre = '', ...rest] = fullName.split(/\s+/)
  return [nombre, rest.join(' ') || null]
}

/** A client of one word is a company without apellido. Pilots and helpers need two words. */
const personaBody =
  (tipo: ImportTipo) =>
  (parsed: FieldValues): RowBody => {
    const fullName = parsed.nombre_completo
    if (fullName === null) return { body: { ...parsed, nombre: null, apellido: null } }
    const [nombre, apellido] =
      fullName === undefined ? [parsed.nombre, parsed.apellido] : splitName(String(fullName))
    const body = { ...parsed, nombre, apellido }
    if (tipo === 'clientes' && apellido == null && !/\s/.test(String(nombre)))
      return { body, mayLack: ['apellido'] }
    return fullName === undefined || apellido
      ? { body }
      : {
          body: { ...body, apellido: nombre },
          errors: [{ campo: 'nombre_completo', mensaje: 'Escribe nombre y apellido.' }],
        }
  }

const finalEstados = ['Entregado', 'Incidente']

function rutaBody({
  cliente,
  placa,
  piloto,
  ayudante,
  no_ruta,
  hora,
  estado,
  ...parsed
}: FieldValues): RowBody {
  const isFinished = estado == null || finalEstados.includes(String(estado))
  const body = {
    ...parsed,
    // storeRutas assigns the missing numbers.
    no_ruta: no_ruta ?? '-',
    hora: hora ?? '00:00:00',
    cliente_id: placeholderId(cliente),
    camion_id: placeholderId(placa),
    chofer_id: placeholderId(piloto),
    ayudante_id: placeholderId(ayudante),
    estado: isFinished ? (estado ?? 'Entregado') : 'Entregado',
  }
  const mensaje = 'Solo se importan viajes terminados: Entregado o Incidente.'
  return isFinished ? { body } : { body, errors: [{ campo: 'estado', mensaje }] }
}

function documentoBody({ tipo, placa, piloto, ayudante, ...parsed }: FieldValues): RowBody {
  const owners = documentoOwnerCampos.filter((campo) => ({ placa, piloto, ayudante })[campo] != null)
  const owner = { entidad: 'camiones', entidad_id: 1 }
  return owners.length === 1
    ? { body: { ...parsed, ...owner, tipo_id: placeholderId(tipo) } }
    : { body: { ...parsed, ...owner, tipo_id: 1 }, rowErrors: ['Escribe la placa, el piloto o el ayudante.'] }
}

const tarifaBody = ({ cliente, ...parsed }: FieldValues): RowBody => ({
  body: { ...parsed, cliente_id: placeholderId(cliente) },
})

/** Rows without an identifier get a valid one, so that only their other cells are validated. */
function facturaBody({ cliente, tipo, ...parsed }: FieldValues, { isWrong, hoy }: RowContext): RowBody {
  const { nit, uuid, serie, numero, fecha } = parsed
  const isEmpty = (value: unknown, campo: string) => value == null && !isWrong(campo)
  const hasNoClient = isEmpty(cliente, 'cliente') && isEmpty(nit, 'nit')
  const isPartial = isEmpty(serie, 'serie') || isEmpty(numero, 'numero')
  const isLate = isRealDate(String(fecha)) && String(fecha) > hoy
  return {
    body: {
      ...parsed,
      tipo: tipo == null ? null : String(tipo).toUpperCase(),
      cliente_id: 1,
      serie: serie ?? 'A',
      numero: numero ?? '1',
    },
    rowErrors: [
      ...(hasNoClient ? ['Escribe el cliente o el NIT.'] : []),
      ...(isPartial && isEmpty(uuid, 'uuid') ? ['Escribe la serie y el número, o la autorización.'] : []),
    ],
    ...(isLate && { errors: [{ campo: 'fecha', mensaje: facturaErrors.laterThanToday }] }),
    // Both follow from the authorization.
    ...(uuid != null && { ignored: ['serie', 'numero'] }),
  }
}

const facturaSchema = facturas.create.body
  .safeExtend({ nit: nitInput(), saldo_inicial: optionalAmount() })
  .check(
    crossFieldRule(
      'saldo_inicial',
      'El saldo inicial no puede ser mayor que el monto.',
      ({ monto, saldo_inicial }) => monto == null || !(Number(saldo_inicial) > Number(monto)),
    ),
  )

const personaSchema = (tipo: 'choferes' | 'ayudantes' | 'clientes'): RowSchema => ({
  schema: catalogueEndpointGroups[tipo].create.body,
  bodyFor: personaBody(tipo),
  campoOf: { nombre: 'nombre_completo', apellido: 'nombre_completo' },
})

/** Uses POST's own schemas, so that a cell's error is the same as a form field's. */
export const rowSchemas: Record<ImportTipo, RowSchema> = {
  choferes: personaSchema('choferes'),
  ayudantes: personaSchema('ayudantes'),
  clientes: personaSchema('clientes'),
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
  facturas: { schema: facturaSchema, bodyFor: facturaBody, campoOf: { cliente_id: 'cliente' } },
}
