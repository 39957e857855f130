import { fichaView, missing, nombreDe, placaTaken } from './catalogos.ts'
import {
  alive,
  conflict,
  done,
  type Expected,
  find,
  invalid,
  isStale,
  type Json,
  type Mantenimiento,
  may,
  notFound,
  pageOf,
  pick,
  type Rec,
  type Rule,
  type Step,
  stale,
  toBin,
  type Usuario,
  versionOf,
  type World,
} from './modelState.ts'
import { noRuta, rutaAlone } from './rutas.ts'
import { noUsuario, pilotoTaken, usernameTaken, usuarioView } from './usuarios.ts'

// The bin, and maintenance.

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

function nameOf(world: World, tipo: Tipo, id: number): string | undefined {
  if (tipo === 'rutas') return world.rutas.get(id)?.values.no_ruta
  if (tipo === 'usuarios') return world.usuarios.get(id)?.username
  if (tipo === 'mantenimientos') return placaOf(world, world.mantenimientos.get(id))
  const ficha = world[tipo].get(id)
  return tipo === 'camiones' ? ficha?.values.placa : ficha && nombreDe(ficha)
}

/** Which of a truck's maintenances it is. */
function detalleOf(world: World, tipo: Tipo, id: number): string | null {
  const values = tipo === 'mantenimientos' && world.mantenimientos.get(id)?.values
  return values ? `Preventivo · ${values.fecha_programada.split('-').reverse().join('/')}` : null
}

const placaOf = (world: World, record: Mantenimiento | undefined) =>
  record && world.camiones.get(record.values.camion_id)?.values.placa

export function listPapelera(world: World, pagina: number, porPagina: number | undefined): Step {
  return {
    method: 'GET',
    url: `/api/papelera?pagina=${pagina}${porPagina === undefined ? '' : `&porPagina=${porPagina}`}`,
    rule: { only: 1 },
    outcome: () => {
      const all = tipos
        .flatMap((tipo) =>
          [...world[tipo].values()].map((record: Rec) => ({ tipo, id: record.id, bin: record.bin })),
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
      return { ...done(() => rows.map(view)), beside }
    },
  }
}

const unknownIn = (tipo: Tipo): Expected => {
  if (tipo === 'rutas') return noRuta()
  if (tipo === 'usuarios') return noUsuario()
  return tipo === 'mantenimientos' ? noMantenimiento() : missing(tipo)
}

function refusals(world: World, tipo: Tipo, id: number): string[] {
  if (tipo === 'camiones')
    return placaTaken(world, world.camiones.get(id)?.values.placa, id) ? ['La placa ya existe'] : []
  const user = tipo === 'usuarios' ? world.usuarios.get(id) : undefined
  if (!user) return []
  const found: string[] = []
  if (usernameTaken(world, user.username, id)) found.push('El nombre de usuario ya existe')
  if (pilotoTaken(world, user.piloto_id, id)) found.push('El piloto ya tiene un usuario')
  return found
}

export function restore(world: World, tipo: Tipo, target: number): Step {
  const records: Map<number, Rec> = world[tipo]
  const id = pick(records, target, ({ bin }) => bin !== undefined)
  return {
    method: 'POST',
    url: `/api/papelera/${tipo}/${id}/restaurar`,
    rule: { only: 1 },
    outcome: () => {
      const record = records.get(id)
      if (!record?.bin) return unknownIn(tipo)
      const taken = refusals(world, tipo, id)
      if (taken.length > 0) return conflict(taken)
      record.bin = undefined
      record.version++
      const user = tipo === 'usuarios' ? world.usuarios.get(id) : undefined
      if (user) user.estado = 'inactivo'
      return done(() => viewOf(world, tipo, id), 'Registro restaurado exitosamente')
    },
  }
}

function viewOf(world: World, tipo: Tipo, id: number): unknown {
  const ruta = tipo === 'rutas' && world.rutas.get(id)
  if (ruta) return rutaAlone(world, ruta)
  const user = tipo === 'usuarios' && world.usuarios.get(id)
  if (user) return usuarioView(user)
  const record = tipo === 'mantenimientos' && world.mantenimientos.get(id)
  if (record) return mantenimientoView(world, record)
  const ficha = tipo !== 'rutas' && tipo !== 'usuarios' && tipo !== 'mantenimientos' && world[tipo].get(id)
  return ficha && fichaView(world, tipo, ficha)
}

const writing: Rule = { any: [may.catalogos] }
const noMantenimiento = () => notFound('Mantenimiento no encontrado')

const mantenimientoView = (world: World, record: Mantenimiento): Json => ({
  id: record.id,
  version: record.version,
  camion: placaOf(world, record),
  ...record.values,
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
  world: World,
  { target, camion, fecha_programada, estado, costo, version: choice }: MantenimientoCommand,
  isNew: boolean,
): Step {
  const id = pick(world.mantenimientos, target)
  const before = isNew ? undefined : find(world.mantenimientos, id)
  const version = isNew ? undefined : versionOf(before, choice)
  const camion_id = pick(world.camiones, camion)
  const sent = { camion_id, tipo: 'Preventivo', descripcion: 'Aceite', fecha_programada, estado, costo }
  const values = { ...sent, fecha_realizada: null, kilometraje: null, taller: null }
  return {
    method: isNew ? 'POST' : 'PUT',
    url: isNew ? '/api/mantenimientos' : `/api/mantenimientos/${id}`,
    body: { ...sent, ...(!isNew && { version }) },
    rule: writing,
    outcome: () => {
      if (!find(world.camiones, camion_id) && before?.values.camion_id !== camion_id)
        return invalid('camion_id')
      if (isNew) {
        const made: Mantenimiento = { id: 0, version: 1, bin: undefined, values }
        return {
          status: 201,
          messages: ['Mantenimiento creado exitosamente'],
          adopt: (newId) => world.mantenimientos.set(newId, Object.assign(made, { id: newId })),
          data: () => mantenimientoView(world, made),
        }
      }
      if (!before) return noMantenimiento()
      if (isStale(before, version)) return conflict([stale])
      Object.assign(before, { values, version: before.version + 1 })
      return done(() => mantenimientoView(world, before), 'Mantenimiento actualizado exitosamente')
    },
  }
}

export function deleteMantenimiento(
  world: World,
  { target, version: choice }: MantenimientoCommand,
  caller: Usuario | undefined,
): Step {
  const id = pick(world.mantenimientos, target)
  const record = find(world.mantenimientos, id)
  const version = versionOf(record, choice)
  return {
    method: 'DELETE',
    url: `/api/mantenimientos/${id}${version === undefined ? '' : `?version=${version}`}`,
    rule: writing,
    outcome: () => {
      if (!record || !caller) return noMantenimiento()
      if (isStale(record, version)) return conflict([stale])
      toBin(world, record, caller)
      return done(() => null, 'Mantenimiento eliminado con éxito')
    },
  }
}

/** A bare array, its total in a header. */
export const listMantenimientos = (world: World): Step => ({
  method: 'GET',
  url: '/api/mantenimientos',
  rule: writing,
  outcome: () => {
    const rows = alive(world.mantenimientos).toSorted(
      (a, b) => b.values.fecha_programada.localeCompare(a.values.fecha_programada) || b.id - a.id,
    )
    return { status: 200, data: () => rows.map((each) => mantenimientoView(world, each)), total: rows.length }
  },
})
