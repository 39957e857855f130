import { fichaNotFound, fichaView, nombreDe, placaTaken } from './catalogos.ts'
import {
  type AccessRule,
  activeRecords,
  type ExpectedResponse,
  expectConflict,
  expectInvalid,
  expectNotFound,
  findActive,
  isStale,
  type Json,
  type Mantenimiento,
  type ModelRecord,
  type ModelState,
  type ModelStep,
  pageOf,
  permisoId,
  pickId,
  softDelete,
  staleMessage,
  success,
  type Usuario,
  versionOf,
} from './modelState.ts'
import { rutaDetailView, rutaNotFound } from './rutas.ts'
import { pilotoTaken, usernameTaken, usuarioNotFound, usuarioView } from './usuarios.ts'

// Bin and maintenance.

export const tipos = [
  'choferes',
  'ayudantes',
  'clientes',
  'camiones',
  'rutas',
  'mantenimientos',
  'usuarios',
] as const
type Tipo = (typeof tipos)[number]

function nameOf(world: ModelState, tipo: Tipo, id: number): string | undefined {
  if (tipo === 'rutas') return world.rutas.get(id)?.values.no_ruta
  if (tipo === 'usuarios') return world.usuarios.get(id)?.username
  if (tipo === 'mantenimientos') return placaOf(world, world.mantenimientos.get(id))
  const ficha = world[tipo].get(id)
  return tipo === 'camiones' ? ficha?.values.placa : ficha && nombreDe(ficha)
}

/** Returns the detail that distinguishes a truck's maintenance tasks. */
function detalleOf(world: ModelState, tipo: Tipo, id: number): string | null {
  const values = tipo === 'mantenimientos' && world.mantenimientos.get(id)?.values
  return values ? `Preventivo · ${values.fecha_programada.split('-').reverse().join('/')}` : null
}

const placaOf = (world: ModelState, record: Mantenimiento | undefined) =>
  record && world.camiones.get(record.values.camion_id)?.values.placa

export function listPapelera(world: ModelState, pagina: number, porPagina: number | undefined): ModelStep {
  return {
    method: 'GET',
    url: `/api/papelera?pagina=${pagina}${porPagina === undefined ? '' : `&porPagina=${porPagina}`}`,
    rule: { onlyRol: 1 },
    outcome: () => {
      const all = tipos
        .flatMap((tipo) =>
          [...world[tipo].values()].map((record: ModelRecord) => ({ tipo, id: record.id, bin: record.bin })),
        )
        .flatMap(({ tipo, id, bin }) => (bin ? [{ tipo, id, bin }] : []))
        .toSorted((a, b) => b.bin.at - a.bin.at)
      const { rows, beside } = pageOf(all, pagina, porPagina)
      const view = ({ tipo, id, bin }: (typeof rows)[number]) => ({
        tipo,
        id,
        nombre: nameOf(world, tipo, id),
        detalle: detalleOf(world, tipo, id),
        eliminado_por: world.usuarios.get(bin.by)?.username,
      })
      return { ...success(() => rows.map(view)), extraBody: beside }
    },
  }
}

const notFoundIn = (tipo: Tipo): ExpectedResponse => {
  if (tipo === 'rutas') return rutaNotFound()
  if (tipo === 'usuarios') return usuarioNotFound()
  return tipo === 'mantenimientos' ? noMantenimiento() : fichaNotFound(tipo)
}

function restoreErrors(world: ModelState, tipo: Tipo, id: number): string[] {
  if (tipo === 'camiones')
    return placaTaken(world, world.camiones.get(id)?.values.placa, id) ? ['La placa ya existe'] : []
  const user = tipo === 'usuarios' ? world.usuarios.get(id) : undefined
  if (!user) return []
  const found: string[] = []
  if (usernameTaken(world, user.username, id)) found.push('El nombre de usuario ya existe')
  if (pilotoTaken(world, user.piloto_id, id)) found.push('El piloto ya tiene un usuario')
  return found
}

export function restoreStep(world: ModelState, tipo: Tipo, target: number): ModelStep {
  const records: Map<number, ModelRecord> = world[tipo]
  const id = pickId(records, target, ({ bin }) => bin !== undefined)
  return {
    method: 'POST',
    url: `/api/papelera/${tipo}/${id}/restaurar`,
    rule: { onlyRol: 1 },
    outcome: () => {
      const record = records.get(id)
      if (!record?.bin) return notFoundIn(tipo)
      const taken = restoreErrors(world, tipo, id)
      if (taken.length > 0) return expectConflict(taken)
      record.bin = undefined
      record.version++
      const user = tipo === 'usuarios' ? world.usuarios.get(id) : undefined
      if (user) user.estado = 'inactivo'
      return success(() => viewOf(world, tipo, id), 'Registro restaurado exitosamente')
    },
  }
}

function viewOf(world: ModelState, tipo: Tipo, id: number): unknown {
  const ruta = tipo === 'rutas' && world.rutas.get(id)
  if (ruta) return rutaDetailView(world, ruta)
  const user = tipo === 'usuarios' && world.usuarios.get(id)
  if (user) return usuarioView(user)
  const record = tipo === 'mantenimientos' && world.mantenimientos.get(id)
  if (record) return mantenimientoDetailView(world, record)
  const ficha = tipo !== 'rutas' && tipo !== 'usuarios' && tipo !== 'mantenimientos' && world[tipo].get(id)
  return ficha && fichaView(world, tipo, ficha)
}

const catalogueWriteRule: AccessRule = { anyPermiso: [permisoId.catalogos] }
const noMantenimiento = () => expectNotFound('Mantenimiento no encontrado')

const mantenimientoView = (world: ModelState, record: Mantenimiento): Json => ({
  id: record.id,
  version: record.version,
  camion: placaOf(world, record),
  ...record.values,
})
/** What only one record alone has: no plan and no lines, as no call of the model makes them. */
const mantenimientoDetailView = (world: ModelState, record: Mantenimiento): Json => ({
  ...mantenimientoView(world, record),
  plan_id: null,
  lineas: [],
})

export interface MantenimientoCommand {
  target: number
  camion: number
  fecha_programada: string
  estado: string
  costo: number | null
  version: string
}

export function writeMantenimiento(
  world: ModelState,
  { target, camion, fecha_programada, estado, costo, version: choice }: MantenimientoCommand,
  isNew: boolean,
): ModelStep {
  const id = pickId(world.mantenimientos, target)
  const before = isNew ? undefined : findActive(world.mantenimientos, id)
  const version = isNew ? undefined : versionOf(before, choice)
  const camion_id = pickId(world.camiones, camion)
  const sent = { camion_id, tipo: 'Preventivo', descripcion: 'Aceite', fecha_programada, estado, costo }
  const values = { ...sent, fecha_realizada: null, kilometraje: null, taller: null }
  return {
    method: isNew ? 'POST' : 'PUT',
    url: isNew ? '/api/mantenimientos' : `/api/mantenimientos/${id}`,
    body: { ...sent, ...(!isNew && { version }) },
    rule: catalogueWriteRule,
    outcome: () => {
      if (!findActive(world.camiones, camion_id) && before?.values.camion_id !== camion_id)
        return expectInvalid('camion_id')
      if (isNew) {
        const made: Mantenimiento = { id: 0, version: 1, bin: undefined, values }
        return {
          status: 201,
          messages: ['Mantenimiento creado exitosamente'],
          onCreated: (newId) => world.mantenimientos.set(newId, Object.assign(made, { id: newId })),
          data: () => mantenimientoDetailView(world, made),
        }
      }
      if (!before) return noMantenimiento()
      if (isStale(before, version)) return expectConflict([staleMessage])
      Object.assign(before, { values, version: before.version + 1 })
      return success(() => mantenimientoDetailView(world, before), 'Mantenimiento actualizado exitosamente')
    },
  }
}

export function deleteMantenimiento(
  world: ModelState,
  { target, version: choice }: MantenimientoCommand,
  caller: Usuario | undefined,
): ModelStep {
  const id = pickId(world.mantenimientos, target)
  const record = findActive(world.mantenimientos, id)
  const version = versionOf(record, choice)
  return {
    method: 'DELETE',
    url: `/api/mantenimientos/${id}${version === undefined ? '' : `?version=${version}`}`,
    rule: catalogueWriteRule,
    outcome: () => {
      if (!record || !caller) return noMantenimiento()
      if (isStale(record, version)) return expectConflict([staleMessage])
      softDelete(world, record, caller)
      return success(() => null, 'Mantenimiento eliminado con éxito')
    },
  }
}

/** Returns the step for the bare array with its total in a header. */
export const listMantenimientos = (world: ModelState): ModelStep => ({
  method: 'GET',
  url: '/api/mantenimientos',
  rule: catalogueWriteRule,
  outcome: () => {
    const rows = activeRecords(world.mantenimientos).toSorted(
      (a, b) => b.values.fecha_programada.localeCompare(a.values.fecha_programada) || b.id - a.id,
    )
    return { status: 200, data: () => rows.map((each) => mantenimientoView(world, each)), total: rows.length }
  },
})
