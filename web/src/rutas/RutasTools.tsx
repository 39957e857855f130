import { rutaEstados } from '@flota/contract/estados.ts'
import { lazy, Suspense, useState } from 'react'
import { useEndpoint } from '../api/queries.ts'
import { Button } from '../ui/Button.tsx'
import { Choose } from '../ui/Choose.tsx'
import { DateField } from '../ui/DateField.tsx'
import { SearchField } from '../ui/SearchField.tsx'
import type { RutaAccess } from './useRutaAccess.ts'
import { campos, ordenes, type RutasAddress } from './useRutasAddress.ts'

/** The combobox comes when somebody searches by client. */
const ClienteFilter = lazy(async () => ({ default: (await import('./ClienteFilter.tsx')).ClienteFilter }))

interface Props {
  address: RutasAddress
  access: RutaAccess
}

/** What stands above the list: what to search, where, in which order, and which days and states. */
export function RutasTools({ address, access }: Props) {
  const { query, change, clear } = address
  const [cleared, setCleared] = useState(0)
  const byCliente = query.campo === 'cliente' && access.seeClientes
  const ordered = query.campo === 'no_ruta' || query.orden !== 'recientes'
  return (
    <div className="flex flex-wrap items-end gap-3">
      <Choose
        label="Buscar por"
        value={query.campo}
        words={campos}
        onChange={(campo) =>
          change({ campo: campo === 'todos' ? '' : campo, cliente_id: '', orden: 'recientes' })
        }
      />
      <SearchField
        key={cleared}
        label={`Buscar ${hints[query.campo]}`}
        value={query.buscar}
        onSearch={(buscar) => buscar !== query.buscar && change({ buscar })}
      />
      {byCliente && (
        <Suspense>
          <ClienteFilter id={query.cliente_id} onChange={(cliente_id) => change({ cliente_id })} />
        </Suspense>
      )}
      {ordered && (
        <Choose label="Orden" value={query.orden} words={ordenes} onChange={(orden) => change({ orden })} />
      )}
      <Choose
        label="Estado"
        value={query.estado ?? ''}
        words={estados}
        onChange={(estado) => change({ estado })}
      />
      <Days key={`días ${cleared}`} address={address} />
      <Button
        onClick={() => {
          // Also what is still being typed goes.
          setCleared(cleared + 1)
          clear()
        }}
      >
        Limpiar
      </Button>
    </div>
  )
}

const hints: Record<keyof typeof campos, string> = {
  todos: 'por número, cliente, servicio o piloto',
  no_ruta: 'por número de ruta',
  cliente: 'por cliente',
  servicio: 'por servicio',
}

const estados: Record<string, string> = {
  '': 'Todos',
  ...Object.fromEntries(rutaEstados.map((estado) => [estado, estado])),
}

/** From which day to which; a day counts once it is one. */
function Days({ address: { query, change } }: Pick<Props, 'address'>) {
  const today = useEndpoint('GET /api/config').data?.data.hoy
  return (
    <>
      {(['desde', 'hasta'] as const).map((side) => (
        <Day
          key={side}
          label={side === 'desde' ? 'Desde' : 'Hasta'}
          value={query[side]}
          today={today}
          onChange={(day) => change({ [side]: day })}
        />
      ))}
    </>
  )
}

interface DayProps {
  label: string
  value: string
  today: string | undefined
  onChange: (day: string) => void
}

function Day({ label, value, today, onChange }: DayProps) {
  const [typed, setTyped] = useState(value)
  const [seen, setSeen] = useState(value)
  // The address changed by itself (back, forward, a link): the field follows.
  if (value !== seen) {
    setSeen(value)
    setTyped(value)
  }
  const change = (next: string) => {
    setTyped(next)
    if (next !== '' && !/^\d{4}-\d{2}-\d{2}$/.test(next)) return
    setSeen(next)
    onChange(next)
  }
  return (
    <div className="w-34 max-sm:flex-1">
      <DateField name={label} label={label} value={typed} today={today} onChange={change} hint={null} />
    </div>
  )
}
