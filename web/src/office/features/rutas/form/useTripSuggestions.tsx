import { formatQuetzales } from '@flota/contract/core/format.ts'
import type { Ruta } from '@flota/contract/trips/rutas.ts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useEndpointIf } from '../../../../api/cache/queries.ts'
import { call } from '../../../../api/call.ts'
import type { Choice, FieldHints, Form, Value } from '../../../../form/FieldSpec.ts'
import { isIso } from '../../../../form/ParsedField.tsx'
import { idIn, isBlank, nameIn, textIn } from '../../../../form/validate.ts'
import { ayudanteOf, pilotoOf } from '../../../../trip/tripTexts.ts'
import { parseAmount } from '../../../../ui/parseAmount.ts'
import { useDebouncedValue } from '../../../../ui/useDebouncedValue.ts'
import { useDocumentEvent } from '../../../../ui/useDocumentEvent.ts'
import { useTakenNumber } from './useTakenNumber.ts'

/** Suggests values for a trip's form and fills them into untouched fields of a new trip. */
export function useTripSuggestions(form: Form): FieldHints {
  const suggestions = useFieldSuggestions(form)
  const retry = useSuggestedNumberAndDay(form)
  const no_ruta = useTakenNumber(form) ?? retry
  useSuggestedCrew(form, suggestions)
  const cliente_id = useLastTripHint(form)
  const precio = useSuggestedPrice(form, suggestions)
  return { hints: { no_ruta, precio }, below: { cliente_id } }
}

/** Fills fields of a new trip that are empty or still hold an earlier suggestion. */
function useFieldSuggestions(form: Form) {
  const suggested = useRef(new Map<string, string>())
  const isSuggested = (name: string) => suggested.current.get(name) === JSON.stringify(form.valueOf(name))
  const suggestIfUntouched = (name: string, value: Value) => {
    const now = form.valueOf(name)
    const text = JSON.stringify(value)
    if (!form.isNew || JSON.stringify(now) === text || !(isBlank(now) || isSuggested(name))) return
    suggested.current.set(name, text)
    form.suggest(name, value)
  }
  return { suggest: suggestIfUntouched, isSuggested }
}

type FieldSuggestions = ReturnType<typeof useFieldSuggestions>

export const fetchNextNumber = async () => (await call('GET /api/rutas/next-number')).data.nextRutaNumber
export const fetchToday = async () => (await call('GET /api/config')).data.hoy

/** Suggests the server's next number, and its day if the form has none. */
function useSuggestedNumberAndDay(form: Form) {
  const [failed, setFailed] = useState(false)
  const ask = async () => {
    const day = fetchToday().then((today) => {
      if (form.valueOf('fecha') === '') form.suggest('fecha', today)
    })
    const number = fetchNextNumber().then((next) => form.suggest('no_ruta', next))
    // The user can type both, so a failure only shows a retry button.
    const [numberResult] = await Promise.allSettled([number, day])
    return numberResult.status === 'rejected'
  }
  const start = useEffectEvent(() => {
    if (form.isNew) void ask().then(setFailed)
  })
  useEffect(() => start(), [])
  return (
    failed && (
      <>
        No se pudo sugerir un número.{' '}
        <button
          type="button"
          onClick={() => void ask().then(setFailed)}
          className="font-semibold text-link underline"
        >
          Reintentar
        </button>
      </>
    )
  )
}

const noChoice: Choice = { id: null, text: '' }

/** Suggests the pilot and the helper of the truck's last trip. */
function useSuggestedCrew(form: Form, { suggest }: FieldSuggestions) {
  const camion_id = idIn(form, 'camion_id')
  // A copied trip keeps its crew; a truck of the board's link brings its own.
  const lastCamion = useRef(idIn(form, 'chofer_id') === null ? null : camion_id)
  const loadCrew = useEffectEvent(async (of: number) => {
    // Clears the previous truck's crew first, so that a save can't send it.
    suggest('chofer_id', noChoice)
    suggest('ayudante_id', noChoice)
    const { data } = await call('GET /api/rutas', { query: { camion_id: of, porPagina: 1 } })
    if (idIn(form, 'camion_id') !== of) return
    const last: Ruta | undefined = data[0]
    if (last) suggest('chofer_id', { id: last.chofer_id, text: pilotoOf(last) })
    if (last?.ayudante_id) suggest('ayudante_id', { id: last.ayudante_id, text: ayudanteOf(last) })
  })
  useEffect(() => {
    if (camion_id === lastCamion.current) return
    lastCamion.current = camion_id
    // Without an answer the user types the pilot.
    if (camion_id !== null) void loadCrew(camion_id).catch(() => undefined)
  }, [camion_id])
}

const copiedFields = ['servicio', 'mercaderia', 'origen', 'destino'] as const

/** Suggests service, cargo and places of the client's last trip, accepted by F2. */
function useLastTripHint(form: Form) {
  const cliente_id = idIn(form, 'cliente_id')
  const request = form.isNew && cliente_id !== null ? { query: { cliente_id } } : null
  const { data, isPlaceholderData, isFetching } = useEndpointIf('GET /api/tarifas/sugerencia', request)
  const last = request && !isPlaceholderData ? data?.data.ultimo : null
  const differingTrip = last && copiedFields.some((name) => textIn(form, name) !== last[name]) ? last : null
  const typed = () => new Map(copiedFields.map((name) => [name, textIn(form, name)]))
  /** Keeps what the user typed after pressing F2. */
  const fill = (atKey: ReturnType<typeof typed>) => {
    const names = copiedFields.filter((name) => textIn(form, name) === atKey.get(name))
    if (differingTrip) form.set(Object.fromEntries(names.map((name) => [name, differingTrip[name]])))
  }
  const name = nameIn(form, 'cliente_id')
  /** The client or its last trip is still loading. */
  const waits = request ? !last && isFetching : form.isNew && name !== ''
  /** Field values when the user pressed F2 before the answer arrived. */
  const valuesAtKey = useRef<ReturnType<typeof typed> | null>(null)
  const line = useRef<HTMLOutputElement>(null)
  const take = () => {
    // The user continues at the truck, even if the answer arrives later.
    const next = line.current?.closest('form')?.elements.namedItem('camion_id')
    if (next instanceof HTMLElement) next.focus()
    valuesAtKey.current = waits ? typed() : null
    fill(typed())
  }
  const arrive = useEffectEvent(() => {
    if (valuesAtKey.current) fill(valuesAtKey.current)
    valuesAtKey.current = null
  })
  useEffect(() => {
    if (!waits) arrive()
  }, [waits])
  useEffect(() => {
    // The user is typing another client.
    if (cliente_id === null) valuesAtKey.current = null
  }, [cliente_id, name])
  useDocumentEvent('keydown', (event) => {
    if (event.key !== 'F2' || !(waits || differingTrip)) return
    event.preventDefault()
    take()
  })
  return (
    form.isNew && (
      <output
        ref={line}
        className={
          differingTrip ? 'col-span-full -mt-3 items-baseline gap-x-3 text-sm text-muted md:flex' : 'sr-only'
        }
      >
        {differingTrip && (
          <>
            <span className="line-clamp-2">
              Último viaje: {differingTrip.servicio}, {differingTrip.mercaderia}, {differingTrip.origen} →{' '}
              {differingTrip.destino}
            </span>
            <button
              type="button"
              // F2 does the same; Tab moves to the next field.
              tabIndex={-1}
              onClick={take}
              className="shrink-0 font-semibold text-link underline max-md:min-h-11"
            >
              Usarlo (F2)
            </button>
          </>
        )}
      </output>
    )
  )
}

/** Fills in the tarifa's price, or shows it beside a price that the user typed. */
function useSuggestedPrice(form: Form, { suggest, isSuggested }: FieldSuggestions) {
  const precio = useTarifa(form)
  const write = useEffectEvent(() => suggest('precio', precio?.toFixed(2) ?? ''))
  // Clears the price while the tarifa loads: a save must not store another route's price.
  useEffect(() => write(), [precio])
  if (precio == null) return null
  if (Number(parseAmount(textIn(form, 'precio'))) !== precio) return `La tarifa es ${formatQuetzales(precio)}`
  return isSuggested('precio') && 'de la tarifa'
}

/** Returns today's tarifa for the trip's places; null if there is none, undefined while loading. */
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
  const settled = useDebouncedValue(query, key)
  const hasPlaces = settled?.origen && settled.destino
  const { data, isPlaceholderData } = useEndpointIf(
    'GET /api/tarifas/sugerencia',
    hasPlaces ? { query: settled } : null,
  )
  if (JSON.stringify(settled) !== key || (hasPlaces && (!data || isPlaceholderData))) return undefined
  return hasPlaces ? (data?.data.tarifa?.precio ?? null) : null
}
