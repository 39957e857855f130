import { ownRuta } from './listas.ts'
import {
  conflict,
  done,
  type Expected,
  find,
  invalid,
  isOpen,
  isStale,
  may,
  pick,
  type Ruta,
  type Step,
  stale,
  type Usuario,
  versionOf,
  type World,
} from './modelState.ts'
import { addCambio, noRuta, rutaView } from './rutas.ts'

// The pilot's change of a state, with and without a key.

export interface EstadoCommand {
  target: number
  nuevoEstado: string | null
  comentario: string | null
  version: string
  clave: string | undefined
}

/** A route is not reopened for what is in the bin: of that and of a deletion one is refused. */
const lacksRecord = (world: World, { values }: Ruta) =>
  !find(world.clientes, values.cliente_id) ||
  !find(world.camiones, values.camion_id) ||
  !find(world.choferes, values.chofer_id) ||
  (values.ayudante_id !== null && !find(world.ayudantes, values.ayudante_id))

export function changeEstado(world: World, command: EstadoCommand, caller: Usuario | undefined): Step {
  const { nuevoEstado, clave } = command
  const comentario = command.comentario?.trim() || null
  const id = pick(world.rutas, command.target, (ruta) => ownRuta(world, ruta.id, caller) !== undefined)
  const version = versionOf(find(world.rutas, id), command.version)
  const body = JSON.stringify([nuevoEstado, comentario, version ?? null])
  const key = `${caller?.id} ${id} ${clave}`

  const change = (): Expected => {
    const ruta = ownRuta(world, id, caller)
    if (!ruta || !caller || nuevoEstado === null) return noRuta()
    const { estado } = ruta.values
    const refusals: string[] = []
    if (isStale(ruta, version)) refusals.push(stale)
    if (isOpen(nuevoEstado) && !isOpen(estado) && lacksRecord(world, ruta))
      refusals.push(
        'No se puede reabrir: el cliente, el camión o el ayudante de esta ruta está en la papelera.',
      )
    if (refusals.length > 0) return conflict(refusals)
    if (nuevoEstado !== estado || comentario !== null) {
      addCambio(ruta, nuevoEstado, comentario, caller)
      ruta.values.estado = nuevoEstado
      ruta.version++
    }
    return done(() => rutaView(world, ruta, caller), 'Estado actualizado correctamente')
  }

  return {
    method: 'PUT',
    url: `/piloto/ruta/${id}/estado`,
    body: { nuevoEstado, comentario: command.comentario, version },
    ...(clave !== undefined && { headers: { 'idempotency-key': clave } }),
    rule: { any: [may.actualizar], only: 2 },
    outcome: () => {
      if (nuevoEstado === null) return invalid('nuevoEstado')
      if (clave === undefined) return change()
      const before = world.claves.get(key)
      if (before && before.body !== body) return conflict(['Ese envío ya se hizo con otros datos.'])
      if (before) return done(() => before.data)
      const expected = change()
      const data = expected.data?.()
      if (data !== undefined) world.claves.set(key, { body, data: structuredClone(data) })
      return expected
    },
  }
}
