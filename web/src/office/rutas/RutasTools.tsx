import { rutaEstados } from '@flota/contract/estados.ts'
import { SlidersHorizontal } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useToday } from '../../api/useToday.ts'
import { Choose } from '../../list/Choose.tsx'
import { DayFilter } from '../../list/DayFilter.tsx'
import { SearchField } from '../../list/SearchField.tsx'
import { Button } from '../../ui/Button.tsx'
import { useIsPhone } from '../../ui/useMediaQuery.ts'
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
  const { query, change } = address
  // Also what is still being typed goes with Limpiar.
  const [cleared, setCleared] = useState(0)
  const clear = () => {
    setCleared(cleared + 1)
    address.clear()
  }
  const isPhone = useIsPhone()
  const [open, setOpen] = useState(Boolean(query.estado ?? (query.desde || query.hasta)))
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
      <div className="flex min-w-0 flex-1 basis-64 max-md:basis-full">
        <SearchField
          key={`buscar ${cleared}`}
          label={`Buscar ${hints[query.campo]}`}
          value={query.buscar}
          onSearch={(buscar) => buscar !== query.buscar && change({ buscar })}
        />
      </div>
      {query.campo === 'cliente' && access.seeClientes && (
        <Suspense>
          <ClienteFilter id={query.cliente_id} onChange={(cliente_id) => change({ cliente_id })} />
        </Suspense>
      )}
      {(query.campo === 'no_ruta' || query.orden !== 'recientes') && (
        <Choose label="Orden" value={query.orden} words={ordenes} onChange={(orden) => change({ orden })} />
      )}
      {isPhone && (
        <Button className="flex-1" aria-expanded={open} onClick={() => setOpen(!open)}>
          <SlidersHorizontal aria-hidden="true" className="size-4.5" />
          Filtros
        </Button>
      )}
      {(open || !isPhone) && <Narrow key={`filtros ${cleared}`} address={address} />}
      <Button className="max-md:flex-1" onClick={clear}>
        Limpiar
      </Button>
    </div>
  )
}

const hints: Record<keyof typeof campos, string> = {
  todos: 'número, cliente, servicio o piloto',
  no_ruta: 'número de ruta',
  cliente: 'cliente',
  servicio: 'servicio',
}

const estados: Record<string, string> = {
  '': 'Todos',
  ...Object.fromEntries(rutaEstados.map((estado) => [estado, estado])),
}

/** Which states, from which day to which. */
function Narrow({ address: { query, change } }: Pick<Props, 'address'>) {
  const today = useToday()
  return (
    <>
      <Choose
        label="Estado"
        value={query.estado ?? ''}
        words={estados}
        onChange={(estado) => change({ estado })}
      />
      <DayFilter label="Desde" value={query.desde} today={today} onChange={(desde) => change({ desde })} />
      <DayFilter label="Hasta" value={query.hasta} today={today} onChange={(hasta) => change({ hasta })} />
    </>
  )
}
