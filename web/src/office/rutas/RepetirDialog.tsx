import { fecha, quetzales, sinRuta } from '@flota/contract/format.ts'
import type { Ruta } from '@flota/contract/rutas.ts'
import { sentences } from '@flota/contract/sentences.ts'
import { useState } from 'react'
import { ApiError } from '../../api/ApiError.ts'
import { useEndpoint, useSave } from '../../api/cache/queries.ts'
import { newKey } from '../../api/newKey.ts'
import { useToday } from '../../api/useToday.ts'
import { MonthDays } from '../../form/MonthDays.tsx'
import { FormModal } from '../../shell/FormModal.tsx'
import { Avisos, type Told, withAvisos } from '../../viaje/office/Avisos.tsx'
import { type Crew, CrewFields, crewOf } from './CrewFields.tsx'

/** As many days as one call takes. */
const most = 31

interface Props {
  ruta: Ruta
  onClose: () => void
}

/** Copies a trip to the days that are ticked, all or none. */
export function RepetirDialog({ ruta, onClose }: Props) {
  const { fechas, crew, avisos, changed, choose, save } = useRepetition(ruta)
  return (
    <FormModal
      title={`Repetir la ruta ${sinRuta(ruta.no_ruta)} en otros días`}
      saves={createsOf(fechas)}
      onClose={onClose}
      changed={changed}
      check={() => ({ ...wrongIn(fechas), ...wrongInCrew(crew) })}
      save={save}
      failureOf={(detail) => ({ title: 'No se creó ninguna ruta', detail })}
    >
      {(campos) => (
        <>
          {avisos && <Avisos avisos={avisos} />}
          <MonthDays
            chosen={fechas}
            onChange={(days) => choose(days.toSorted(), crew)}
            error={campos.fechas}
          />
          <output className="block min-h-6 text-sm text-muted">
            {fechas.length > 0 &&
              `${fechas.length === 1 ? '1 día' : `${fechas.length} días`}: ${fechas.map(fecha).join(', ')}`}
          </output>
          <CrewFields crew={crew} onChange={(next) => choose(fechas, next)} campos={campos} />
          <OldPrice ruta={ruta} />
        </>
      )}
    </FormModal>
  )
}

const createsOf = ({ length }: readonly string[]) =>
  length === 0 ? 'Crear rutas' : length === 1 ? 'Crear 1 ruta' : `Crear ${length} rutas`

const wrongIn = ({ length }: readonly string[]): Record<string, string> =>
  length === 0
    ? { fechas: 'Elige al menos una fecha.' }
    : length > most
      ? { fechas: `Elige ${most} fechas como máximo.` }
      : {}

const wrongInCrew = ({ camion_id, chofer_id, ayudante_id }: Crew): Record<string, string> => ({
  ...(camion_id.id === null && { camion_id: sentences.unknownCamion }),
  ...(chofer_id.id === null && { chofer_id: sentences.unknownChofer }),
  ...(ayudante_id.id === null && ayudante_id.text.trim() && { ayudante_id: sentences.unknownAyudante }),
})

function useRepetition(ruta: Ruta) {
  const [fechas, setFechas] = useState<readonly string[]>([])
  const [own] = useState(() => crewOf(ruta))
  const [crew, setCrew] = useState(own)
  const [key, setKey] = useState(newKey)
  /** Why the last try was refused. */
  const [avisos, setAvisos] = useState<readonly Told[]>()
  const send = useSave('POST /api/rutas/:id/repetir')
  /** Undefined where the copies are to have what the trip has. */
  const otherOf = (name: keyof Crew) => (crew[name].id === ruta[name] ? undefined : crew[name].id)
  const others = {
    camion_id: otherOf('camion_id') ?? null,
    chofer_id: otherOf('chofer_id') ?? null,
    ayudante_id: otherOf('ayudante_id'),
  }
  return {
    fechas,
    crew,
    avisos,
    changed: fechas.length > 0 || crew !== own,
    choose: (days: readonly string[], next: Crew) => {
      setFechas(days)
      setCrew(next)
      setKey(newKey())
      setAvisos(undefined)
    },
    save: async () => {
      try {
        const body = { fechas: [...fechas], ...others }
        const request = { params: { id: ruta.id }, body, idempotencyKey: key }
        const { message, avisos: told } = await send(request)
        return { message: withAvisos(message, told) }
      } catch (error) {
        if (error instanceof ApiError) setAvisos(error.avisos)
        throw error
      }
    },
  }
}

/** The copies have the old trip's price, also where the price list says another today. */
function OldPrice({ ruta: { cliente_id, origen, destino, servicio, precio } }: { ruta: Ruta }) {
  const hoy = useToday()
  const query = { cliente_id, origen, destino, servicio, ...(hoy && { fecha: hoy }) }
  const tarifa = useEndpoint('GET /api/tarifas/sugerencia', { query }).data?.data.tarifa
  if (!tarifa || precio === undefined || tarifa.precio === precio) return null
  return (
    <p className="rounded-ui border-l-4 border-notice bg-notice-soft px-3 py-2">
      Se copia el precio anterior, {quetzales(precio)}. La tarifa de hoy es {quetzales(tarifa.precio)}.
    </p>
  )
}
