import { ownRuta } from './listas.ts'
import {
  type ExpectedResponse,
  expectConflict,
  expectInvalid,
  findActive,
  isOpenEstado,
  isStale,
  type ModelState,
  type ModelStep,
  permisoId,
  pickId,
  type Ruta,
  staleMessage,
  success,
  type Usuario,
  versionOf,
} from './modelState.ts'
import { addCambio, rutaNotFound, rutaView } from './rutas.ts'

// The pilot's change of state, with and without a key.

export interface EstadoCommand {
  target: number
  nuevoEstado: string | null
  comentario: string | null
  version: string
  clave: string | undefined
}

/** A trip with a deleted record can't be reopened. If it is deleted too, either error is accepted. */
const lacksRecord = (world: ModelState, { values }: Ruta) =>
  !findActive(world.clientes, values.cliente_id) ||
  !findActive(world.camiones, values.camion_id) ||
  !findActive(world.choferes, values.chofer_id) ||
  (values.ayudante_id !== null && !findActive(world.ayudantes, values.ayudante_id))

export function changeEstadoStep(
  world: ModelState,
  command: EstadoCommand,
  caller: Usuario | undefined,
): ModelStep {
  const { nuevoEstado, clave } = command
  const comentario = command.comentario?.trim() || null
  const id = pickId(world.rutas, command.target, (ruta) => ownRuta(world, ruta.id, caller) !== undefined)
  const version = versionOf(findActive(world.rutas, id), command.version)
  const body = JSON.stringify([nuevoEstado, comentario, version ?? null])
  const key = `${caller?.id} ${id} ${clave}`

  const change = (): ExpectedResponse => {
    const ruta = ownRuta(world, id, caller)
    if (!ruta || !caller || nuevoEstado === null) return rutaNotFound()
    const { estado } = ruta.values
    const refusals: string[] = []
    if (isStale(ruta, version)) refusals.push(staleMessage)
    if (isOpenEstado(nuevoEstado) && !isOpenEstado(estado) && lacksRecord(world, ruta))
      refusals.push(
        'No se puede reabrir: el cliente, el camión o el ayudante de esta ruta está en la papelera.',
      )
    if (refusals.length > 0) return expectConflict(refusals)
    if (nuevoEstado !== estado || comentario !== null) {
      addCambio(ruta, nuevoEstado, comentario, caller)
      ruta.values.estado = nuevoEstado
      ruta.version++
    }
    return success(() => rutaView(world, ruta, caller), 'Estado actualizado correctamente')
  }

  return {
    method: 'PUT',
    url: `/piloto/ruta/${id}/estado`,
    body: { nuevoEstado, comentario: command.comentario, version },
    ...(clave !== undefined && { headers: { 'idempotency-key': clave } }),
    rule: { anyPermiso: [permisoId.actualizar], onlyRol: 2 },
    outcome: () => {
      if (nuevoEstado === null) return expectInvalid('nuevoEstado')
      if (clave === undefined) return change()
      const before = world.claves.get(key)
      if (before && before.body !== body) return expectConflict(['Ese envío ya se hizo con otros datos.'])
      if (before) return success(() => before.data)
      const expected = change()
      const data = expected.data?.()
      if (data !== undefined) world.claves.set(key, { body, data: structuredClone(data) })
      return expected
    },
  }
}
