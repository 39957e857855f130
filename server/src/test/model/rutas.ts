import {
  type AccessRule,
  activeRecords,
  type Cambio,
  expectConflict,
  expectInvalid,
  expectNotFound,
  type Ficha,
  findActive,
  isOpenEstado,
  isStale,
  type Json,
  type ModelState,
  type ModelStep,
  normalizeText,
  permisoId,
  pickId,
  type Ruta,
  type RutaValues,
  softDelete,
  staleMessage,
  success,
  type Usuario,
  versionOf,
} from './modelState.ts'
import { numberTaken, numberTakenError } from './numeros.ts'

// Trips as the office writes and reads them.

export const rutaReadRule: AccessRule = {
  anyPermiso: [permisoId.ver, permisoId.crear, permisoId.editar, permisoId.eliminar],
}
export const rutaNotFound = () => expectNotFound('Ruta no encontrada')

/** Returns a trip with its names; without price for a pilot. */
export function rutaView(world: ModelState, { id, version, values }: Ruta, caller?: Usuario): Json {
  const cliente = world.clientes.get(values.cliente_id)
  const camion = world.camiones.get(values.camion_id)
  const chofer = world.choferes.get(values.chofer_id)
  const ayudante = values.ayudante_id === null ? undefined : world.ayudantes.get(values.ayudante_id)
  const { precio, ...rest } = values
  return {
    id,
    version,
    ...rest,
    ...(caller?.rol_id !== 2 && { precio }),
    hora: `${values.hora}:00`,
    cliente_nombre: cliente?.values.nombre,
    cliente_apellido: cliente?.values.apellido,
    camion_placa: camion?.values.placa,
    camion_marca: camion?.values.marca,
    camion_modelo: camion?.values.modelo,
    piloto_nombre: chofer?.values.nombre,
    piloto_apellido: chofer?.values.apellido,
    ayudante_nombre: ayudante?.values.nombre ?? null,
    ayudante_apellido: ayudante?.values.apellido ?? null,
  }
}

/** Returns the detail, with the fields that lists lack. Not for pilots. */
export const rutaDetailView = (world: ModelState, ruta: Ruta, caller?: Usuario): Json => ({
  ...rutaView(world, ruta, caller),
  ...(caller?.rol_id !== 2 && { duracion_min: null }),
})

export interface RutaCommand {
  target: number
  refs: { cliente: number; camion: number; chofer: number; ayudante: number | undefined }
  /** Name instead of the id. */
  texto: string | undefined
  values: { no_ruta: string; servicio: string; fecha: string; hora: string; comentario: string | null }
  precio: number | string
  estado: string | undefined
  /** Field that is sent as null. */
  wrong: string | undefined
  version: string
}

function formOf(world: ModelState, { refs, texto, values, precio, estado, wrong }: RutaCommand) {
  const cliente =
    texto === undefined ? { cliente_id: pickId(world.clientes, refs.cliente) } : { cliente: texto }
  return {
    ...values,
    ...cliente,
    camion_id: pickId(world.camiones, refs.camion),
    chofer_id: pickId(world.choferes, refs.chofer),
    ayudante_id: refs.ayudante === undefined ? null : pickId(world.ayudantes, refs.ayudante),
    mercaderia: 'Cemento',
    origen: 'Guatemala',
    destino: 'Xela',
    combustible: '',
    precio,
    estado,
    ...(wrong !== undefined && { [wrong]: null }),
  }
}
type Form = ReturnType<typeof formOf>

const fullName = ({ values }: Ficha) => normalizeText(`${values.nombre} ${values.apellido}`)
const clientesNamed = (world: ModelState, text: string) =>
  activeRecords(world.clientes).filter((cliente) => fullName(cliente) === normalizeText(text))

/** Returns the client with this name; undefined if none, 'several' if ambiguous. */
function clienteOf(world: ModelState, form: Form, text: string | undefined): number | 'several' | undefined {
  if (text === undefined) return 'cliente_id' in form ? form.cliente_id : undefined
  const [first, second] = clientesNamed(world, text)
  return second ? 'several' : first?.id
}

/** Returns the references that do not exist. Unchanged ones of `old` are kept unless the trip is reopened. */
function missingRefs(
  world: ModelState,
  form: Form,
  cliente_id: number | undefined,
  old?: Ruta,
  estado = 'Pendiente',
) {
  const keptValues =
    old && (!isOpenEstado(estado) || isOpenEstado(old.values.estado)) ? old.values : undefined
  const isMissing = (
    records: Map<number, Ficha>,
    id: number | null | undefined,
    kept: number | null | undefined,
  ) => id !== null && !(id !== undefined && findActive(records, id)) && !(id !== undefined && id === kept)
  const campos: string[] = []
  if (isMissing(world.camiones, form.camion_id, keptValues?.camion_id)) campos.push('camion_id')
  if (isMissing(world.choferes, form.chofer_id, keptValues?.chofer_id)) campos.push('chofer_id')
  if (isMissing(world.ayudantes, form.ayudante_id, keptValues?.ayudante_id)) campos.push('ayudante_id')
  const cliente = isMissing(world.clientes, cliente_id, keptValues?.cliente_id)
  return { campos, cliente }
}

const storedValues = (form: Form, cliente_id: number, estado: string): RutaValues => {
  const { cliente: _text, ...rest } = { cliente: undefined, ...form }
  return { ...rest, cliente_id, combustible: null, precio: Number(form.precio), estado }
}

export function createRutaStep(
  world: ModelState,
  command: RutaCommand,
  caller: Usuario | undefined,
): ModelStep {
  const form = formOf(world, command)
  return {
    method: 'POST',
    url: '/api/rutas',
    body: form,
    rule: { anyPermiso: [permisoId.crear], notPiloto: true },
    outcome: () => {
      if (command.wrong !== undefined) return expectInvalid(command.wrong)
      const cliente = clienteOf(world, form, command.texto)
      const cliente_id = cliente === 'several' ? undefined : cliente
      const refs = missingRefs(world, form, cliente_id)
      if (refs.cliente) refs.campos.push(command.texto === undefined ? 'cliente_id' : 'cliente')
      if (refs.campos.length > 0 || cliente_id === undefined || !caller) return expectInvalid(...refs.campos)
      if (numberTaken(world, form.no_ruta)) return numberTakenError(world)
      const values = storedValues(form, cliente_id, form.estado ?? 'Pendiente')
      const first = { anterior: null, nuevo: values.estado, comentario: null, usuario: caller.id }
      const ruta: Ruta = { id: 0, version: 1, bin: undefined, values, historial: [first] }
      return {
        status: 201,
        messages: ['Ruta creada exitosamente'],
        onCreated: (id) => world.rutas.set(id, Object.assign(ruta, { id })),
        data: () => rutaDetailView(world, ruta),
      }
    },
  }
}

export function updateRutaStep(
  world: ModelState,
  command: RutaCommand,
  caller: Usuario | undefined,
): ModelStep {
  const id = pickId(world.rutas, command.target)
  const ruta = findActive(world.rutas, id)
  const version = versionOf(ruta, command.version)
  const form = formOf(world, command)
  return {
    method: 'PUT',
    url: `/api/rutas/${id}`,
    body: { ...form, version },
    rule: { anyPermiso: [permisoId.editar], notPiloto: true },
    outcome: () => {
      const wrong = command.wrong === undefined ? [] : [command.wrong]
      if (form.estado === undefined) return expectInvalid('estado', ...wrong)
      if (wrong.length > 0) return expectInvalid(...wrong)
      const [nombre = '', ...rest] = command.texto?.split(/\s+/) ?? []
      const nueva = { nombre, apellido: rest.join(' ') || 'Cliente', telefono: '' }
      const whole = command.texto === undefined ? undefined : `${nueva.nombre} ${nueva.apellido}`
      const cliente = clienteOf(world, form, whole)
      const makes = whole !== undefined && cliente === undefined
      const cliente_id = cliente === 'several' ? undefined : cliente
      const refs = missingRefs(world, form, cliente_id, ruta, form.estado)
      if (refs.cliente && !makes) refs.campos.push(whole === undefined ? 'cliente_id' : 'cliente')
      if (refs.campos.length > 0) return expectInvalid(...refs.campos)
      if (!ruta || !caller) return rutaNotFound()
      const isTaken = numberTaken(world, form.no_ruta, id)
      if (isStale(ruta, version))
        return isTaken ? numberTakenError(world, [staleMessage]) : expectConflict([staleMessage])
      if (isTaken) return numberTakenError(world)
      const estado = form.estado
      const write = (clienteId: number) => {
        if (estado !== ruta.values.estado) addCambio(ruta, estado, null, caller)
        Object.assign(ruta, { values: storedValues(form, clienteId, estado), version: ruta.version + 1 })
      }
      const message = 'Ruta actualizada exitosamente'
      if (!makes) write(cliente_id ?? 0)
      const made = (body: Json) => {
        const newId = Number(body.cliente_id)
        world.clientes.set(newId, { id: newId, version: 1, bin: undefined, values: nueva })
        write(newId)
      }
      return { ...success(() => rutaDetailView(world, ruta), message), ...(makes && { onResponse: made }) }
    },
  }
}

export function addCambio(ruta: Ruta, nuevo: string, comentario: string | null, caller: Usuario): void {
  const cambio: Cambio = { anterior: ruta.values.estado, nuevo, comentario, usuario: caller.id }
  ruta.historial.push(cambio)
}

export function deleteRutaStep(
  world: ModelState,
  { target, version: choice }: { target: number; version: string },
  caller: Usuario | undefined,
): ModelStep {
  const id = pickId(world.rutas, target)
  const ruta = findActive(world.rutas, id)
  const version = versionOf(ruta, choice)
  return {
    method: 'DELETE',
    url: `/api/rutas/${id}${version === undefined ? '' : `?version=${version}`}`,
    rule: { anyPermiso: [permisoId.eliminar], notPiloto: true },
    outcome: () => {
      if (!ruta || !caller) return rutaNotFound()
      if (isStale(ruta, version)) return expectConflict([staleMessage])
      softDelete(world, ruta, caller)
      return success(() => null, 'La ruta ha sido eliminada exitosamente')
    },
  }
}
