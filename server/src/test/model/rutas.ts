import {
  alive,
  type Cambio,
  conflict,
  done,
  type Ficha,
  find,
  invalid,
  isOpen,
  isStale,
  type Json,
  may,
  notFound,
  pick,
  plain,
  type Rule,
  type Ruta,
  type RutaValues,
  type Step,
  stale,
  toBin,
  type Usuario,
  versionOf,
  type World,
} from './modelState.ts'
import { numberTaken, taken } from './numeros.ts'

// Routes as the office writes and reads them.

export const reading: Rule = { any: [may.ver, may.crear, may.editar, may.eliminar] }
export const noRuta = () => notFound('Ruta no encontrada')

/** With all the names; a pilot sees no price. */
export function rutaView(world: World, { id, version, values }: Ruta, caller?: Usuario): Json {
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

/** As it is read alone: with what no list tells, and no pilot. */
export const rutaAlone = (world: World, ruta: Ruta, caller?: Usuario): Json => ({
  ...rutaView(world, ruta, caller),
  ...(caller?.rol_id !== 2 && { duracion_min: null }),
})

export const historialView = (world: World, ruta: Ruta) =>
  ruta.historial
    .map((cambio) => ({
      ruta_id: ruta.id,
      estado_anterior: cambio.anterior,
      estado_nuevo: cambio.nuevo,
      comentario: cambio.comentario,
      usuario: world.usuarios.get(cambio.usuario)?.username,
      hora_dispositivo: null,
      hecho_en: null,
      dudosa: false,
    }))
    .toReversed()

export interface RutaCommand {
  target: number
  refs: { cliente: number; camion: number; chofer: number; ayudante: number | undefined }
  /** In place of the id. */
  texto: string | undefined
  values: { no_ruta: string; servicio: string; fecha: string; hora: string; comentario: string | null }
  precio: number | string
  estado: string | undefined
  /** A field that is sent as null. */
  wrong: string | undefined
  version: string
}

function formOf(world: World, { refs, texto, values, precio, estado, wrong }: RutaCommand) {
  const cliente =
    texto === undefined ? { cliente_id: pick(world.clientes, refs.cliente) } : { cliente: texto }
  return {
    ...values,
    ...cliente,
    camion_id: pick(world.camiones, refs.camion),
    chofer_id: pick(world.choferes, refs.chofer),
    ayudante_id: refs.ayudante === undefined ? null : pick(world.ayudantes, refs.ayudante),
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

const fullName = ({ values }: Ficha) => plain(`${values.nombre} ${values.apellido}`)
const named = (world: World, text: string) =>
  alive(world.clientes).filter((cliente) => fullName(cliente) === plain(text))

/** Whom the text names; undefined where there is nobody, 'several' where it can't be told. */
function clienteOf(world: World, form: Form, text: string | undefined): number | 'several' | undefined {
  if (text === undefined) return 'cliente_id' in form ? form.cliente_id : undefined
  const [first, second] = named(world, text)
  return second ? 'several' : first?.id
}

/** Which of the records can't be referred to; what `old` had already it may keep unless it is reopened. */
function missingRefs(
  world: World,
  form: Form,
  cliente_id: number | undefined,
  old?: Ruta,
  estado = 'Pendiente',
) {
  const keeps = old && (!isOpen(estado) || isOpen(old.values.estado)) ? old.values : undefined
  const lacks = (
    records: Map<number, Ficha>,
    id: number | null | undefined,
    kept: number | null | undefined,
  ) => id !== null && !(id !== undefined && find(records, id)) && !(id !== undefined && id === kept)
  const campos: string[] = []
  if (lacks(world.camiones, form.camion_id, keeps?.camion_id)) campos.push('camion_id')
  if (lacks(world.choferes, form.chofer_id, keeps?.chofer_id)) campos.push('chofer_id')
  if (lacks(world.ayudantes, form.ayudante_id, keeps?.ayudante_id)) campos.push('ayudante_id')
  const cliente = lacks(world.clientes, cliente_id, keeps?.cliente_id)
  return { campos, cliente }
}

const stored = (form: Form, cliente_id: number, estado: string): RutaValues => {
  const { cliente: _text, ...rest } = { cliente: undefined, ...form }
  return { ...rest, cliente_id, combustible: null, precio: Number(form.precio), estado }
}

export function createRuta(world: World, command: RutaCommand, caller: Usuario | undefined): Step {
  const form = formOf(world, command)
  return {
    method: 'POST',
    url: '/api/rutas',
    body: form,
    rule: { any: [may.crear], notPiloto: true },
    outcome: () => {
      if (command.wrong !== undefined) return invalid(command.wrong)
      const cliente = clienteOf(world, form, command.texto)
      const cliente_id = cliente === 'several' ? undefined : cliente
      const refs = missingRefs(world, form, cliente_id)
      if (refs.cliente) refs.campos.push(command.texto === undefined ? 'cliente_id' : 'cliente')
      if (refs.campos.length > 0 || cliente_id === undefined || !caller) return invalid(...refs.campos)
      if (numberTaken(world, form.no_ruta)) return taken(world)
      const values = stored(form, cliente_id, form.estado ?? 'Pendiente')
      const first = { anterior: null, nuevo: values.estado, comentario: null, usuario: caller.id }
      const ruta: Ruta = { id: 0, version: 1, bin: undefined, values, historial: [first] }
      return {
        status: 201,
        messages: ['Ruta creada exitosamente'],
        adopt: (id) => world.rutas.set(id, Object.assign(ruta, { id })),
        data: () => rutaAlone(world, ruta),
      }
    },
  }
}

export function updateRuta(world: World, command: RutaCommand, caller: Usuario | undefined): Step {
  const id = pick(world.rutas, command.target)
  const ruta = find(world.rutas, id)
  const version = versionOf(ruta, command.version)
  const form = formOf(world, command)
  return {
    method: 'PUT',
    url: `/api/rutas/${id}`,
    body: { ...form, version },
    rule: { any: [may.editar], notPiloto: true },
    outcome: () => {
      const wrong = command.wrong === undefined ? [] : [command.wrong]
      if (form.estado === undefined) return invalid('estado', ...wrong)
      if (wrong.length > 0) return invalid(...wrong)
      const [nombre = '', ...rest] = command.texto?.split(/\s+/) ?? []
      const nueva = { nombre, apellido: rest.join(' ') || 'Cliente', telefono: '' }
      const whole = command.texto === undefined ? undefined : `${nueva.nombre} ${nueva.apellido}`
      const cliente = clienteOf(world, form, whole)
      const makes = whole !== undefined && cliente === undefined
      const cliente_id = cliente === 'several' ? undefined : cliente
      const refs = missingRefs(world, form, cliente_id, ruta, form.estado)
      if (refs.cliente && !makes) refs.campos.push(whole === undefined ? 'cliente_id' : 'cliente')
      if (refs.campos.length > 0) return invalid(...refs.campos)
      if (!ruta || !caller) return noRuta()
      const isTaken = numberTaken(world, form.no_ruta, id)
      if (isStale(ruta, version)) return isTaken ? taken(world, [stale]) : conflict([stale])
      if (isTaken) return taken(world)
      const estado = form.estado
      const write = (clienteId: number) => {
        if (estado !== ruta.values.estado) addCambio(ruta, estado, null, caller)
        Object.assign(ruta, { values: stored(form, clienteId, estado), version: ruta.version + 1 })
      }
      const message = 'Ruta actualizada exitosamente'
      if (!makes) write(cliente_id ?? 0)
      const made = (body: Json) => {
        const newId = Number(body.cliente_id)
        world.clientes.set(newId, { id: newId, version: 1, bin: undefined, values: nueva })
        write(newId)
      }
      return { ...done(() => rutaAlone(world, ruta), message), ...(makes && { madeBy: made }) }
    },
  }
}

export function addCambio(ruta: Ruta, nuevo: string, comentario: string | null, caller: Usuario): void {
  const cambio: Cambio = { anterior: ruta.values.estado, nuevo, comentario, usuario: caller.id }
  ruta.historial.push(cambio)
}

export function deleteRuta(
  world: World,
  { target, version: choice }: { target: number; version: string },
  caller: Usuario | undefined,
): Step {
  const id = pick(world.rutas, target)
  const ruta = find(world.rutas, id)
  const version = versionOf(ruta, choice)
  return {
    method: 'DELETE',
    url: `/api/rutas/${id}${version === undefined ? '' : `?version=${version}`}`,
    rule: { any: [may.eliminar], notPiloto: true },
    outcome: () => {
      if (!ruta || !caller) return noRuta()
      if (isStale(ruta, version)) return conflict([stale])
      toBin(world, ruta, caller)
      return done(() => null, 'La ruta ha sido eliminada exitosamente')
    },
  }
}
