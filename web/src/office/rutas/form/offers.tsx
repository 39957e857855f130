import { quetzales } from '@flota/contract/format.ts'
import type { Ruta } from '@flota/contract/rutas.ts'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useEndpointWhile } from '../../../api/cache/queries.ts'
import { call } from '../../../api/call.ts'
import type { FieldSpec, InputProps, Value } from '../../../form/FieldSpec.ts'
import { parseCantidad } from '../../../form/parse.ts'
import { isIso } from '../../../form/TypedField.tsx'
import type { Choice } from '../../../form/useCombobox.ts'
import type { Form } from '../../../form/useForm.ts'
import { useSettled } from '../../../form/useSettled.ts'
import { ayudanteOf, pilotoOf } from '../../../viaje/words.ts'
import { idIn, isEmpty, textIn } from './trip.ts'

// What earlier trips and the price list offer to a new trip, where nobody typed.

/** Writes into fields of a new trip that are empty or still hold what was offered before. */
function useOffer(form: Form) {
  const given = useRef(new Map<string, string>())
  return (name: string, value: Value) => {
    const now = form.valueOf(name)
    const [held, offered] = [JSON.stringify(now), JSON.stringify(value)]
    if (!form.isNew || held === offered || !(isEmpty(now) || given.current.get(name) === held)) return
    given.current.set(name, offered)
    form.suggest(name, value)
  }
}

/** A truck brings the pilot and the helper of its last trip. */
export const withCrew = <Row,>(field: FieldSpec<Choice, number | null, Row>): typeof field => ({
  ...field,
  Input: (props) => <CamionInput {...props} Plain={field.Input} />,
})

const nobody: Choice = { id: null, text: '' }

type Plain<T extends Value> = { Plain: (props: InputProps<T>) => React.ReactNode }

function CamionInput({ Plain, ...field }: InputProps<Choice> & Plain<Choice>) {
  const offer = useOffer(field.form)
  const bringCrew = async (camion_id: number) => {
    // What another truck brought goes with it, before a save can take it along.
    offer('chofer_id', nobody)
    offer('ayudante_id', nobody)
    const { data } = await call('GET /api/rutas', { query: { camion_id, porPagina: 1 } })
    if (idIn(field.form, 'camion_id') !== camion_id) return
    const last: Ruta | undefined = data[0]
    if (last) offer('chofer_id', { id: last.chofer_id, text: pilotoOf(last) })
    if (last?.ayudante_id) offer('ayudante_id', { id: last.ayudante_id, text: ayudanteOf(last) })
  }
  const choose = (value: Choice) => {
    field.onChange(value)
    // Who has no answer types the pilot.
    if (field.form.isNew && value.id !== null) void bringCrew(value.id).catch(() => undefined)
  }
  return <Plain {...field} onChange={choose} />
}

const ofLast = ['servicio', 'mercaderia', 'origen', 'destino'] as const

/** A client brings service, cargo and places of its last trip, taken with one key. */
export const withLastTrip = <Row,>(field: FieldSpec<Choice, number | null, Row>): typeof field => ({
  ...field,
  Input: (props) => <ClienteInput {...props} Plain={field.Input} />,
})

function ClienteInput({ Plain, ...field }: InputProps<Choice> & Plain<Choice>) {
  const { form, value } = field
  const asked = form.isNew && value.id !== null ? { query: { cliente_id: value.id } } : null
  const { data, isPlaceholderData, isFetching } = useEndpointWhile('GET /api/tarifas/sugerencia', asked)
  const last = asked && !isPlaceholderData ? data?.data.ultimo : null
  const news = last && ofLast.some((name) => textIn(form, name) !== last[name]) ? last : null
  const typed = () => new Map(ofLast.map((name) => [name, textIn(form, name)]))
  /** Where something was typed after the key, that stays. */
  const fill = (atKey: ReturnType<typeof typed>) => {
    const names = ofLast.filter((name) => textIn(form, name) === atKey.get(name))
    if (news) form.set(Object.fromEntries(names.map((name) => [name, news[name]])))
  }
  /** For the client that was typed, or for its last trip. */
  const waits = asked ? !last && isFetching : form.isNew && value.text.trim() !== ''
  /** What stood there when the key came before the answer. */
  const wanted = useRef<ReturnType<typeof typed> | null>(null)
  const take = () => {
    // What comes next is typed next, also where the answer comes after the key.
    document.querySelector<HTMLInputElement>('[name=chofer_id]')?.focus()
    wanted.current = waits ? typed() : null
    fill(typed())
  }
  const arrive = useEffectEvent(() => {
    if (wanted.current) fill(wanted.current)
    wanted.current = null
  })
  useEffect(() => {
    if (!waits) arrive()
  }, [waits])
  useKey('F2', take, waits || news !== null)
  const hint = news && (
    <>
      <span className="line-clamp-2">
        Último viaje: {news.servicio}, {news.mercaderia}, {news.origen} → {news.destino}
      </span>
      <button
        type="button"
        // F2 does the same, and Tab leads on to the next field.
        tabIndex={-1}
        onClick={take}
        className="font-semibold text-link underline max-md:min-h-11"
      >
        Usarlo (F2)
      </button>
    </>
  )
  const onChange = (next: Choice) => {
    if (next.id === null) wanted.current = null
    field.onChange(next)
  }
  return <Plain {...field} onChange={onChange} hint={field.hint || hint} />
}

/** A key that acts wherever the focus is. */
function useKey(key: string, act: () => void, on: boolean) {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== key) return
    event.preventDefault()
    act()
  })
  useEffect(() => {
    if (!on) return
    const listen = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [on])
}

/** The price list writes the price where nobody typed, and is told beside any other. */
export const withTarifa = <Stored,>(field: FieldSpec<string, Stored>): typeof field => ({
  ...field,
  Input: (props) => <PrecioInput {...props} Plain={field.Input} />,
})

function PrecioInput({ Plain, ...field }: InputProps<string> & Plain<string>) {
  const precio = useTarifa(field.form)
  const offer = useOffer(field.form)
  const write = useEffectEvent(() => offer('precio', precio?.toFixed(2) ?? ''))
  // While it is unknown too: another place's price must not be saved.
  useEffect(() => write(), [precio])
  const differs = precio != null && Number(parseCantidad(field.value)) !== precio
  const hint = differs && `La tarifa es ${quetzales(precio)}`
  return <Plain {...field} hint={field.hint || hint} />
}

/** Today's price between the trip's places; null where there is none, undefined until that is known. */
function useTarifa(form: Form) {
  const [origen, destino, servicio, fecha] = ['origen', 'destino', 'servicio', 'fecha'].map((name) =>
    textIn(form, name),
  )
  const cliente_id = idIn(form, 'cliente_id')
  const query = {
    origen,
    destino,
    servicio,
    ...(fecha && isIso(fecha) && { fecha }),
    ...(cliente_id !== null && { cliente_id }),
  }
  const key = JSON.stringify(query)
  const settled = useSettled(query, key)
  const there = settled?.origen && settled.destino
  const { data, isPlaceholderData } = useEndpointWhile(
    'GET /api/tarifas/sugerencia',
    there ? { query: settled } : null,
  )
  if (JSON.stringify(settled) !== key || (there && (!data || isPlaceholderData))) return undefined
  return there ? (data?.data.tarifa?.precio ?? null) : null
}
