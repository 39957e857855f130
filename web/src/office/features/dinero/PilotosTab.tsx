import { calls } from '@flota/contract/calls.ts'
import { daysBetween } from '@flota/contract/dates.ts'
import { entero, fecha, quetzales } from '@flota/contract/format.ts'
import type { Saldo } from '@flota/contract/saldos.ts'
import { Clock, HandCoins, Receipt, ScrollText } from 'lucide-react'
import { useEndpoint } from '../../../api/cache/queries.ts'
import { useToday } from '../../../api/useToday.ts'
import type { Filters } from '../../../list/filters.ts'
import { ListPage } from '../../../list/ListPage.tsx'
import type { Column } from '../../../list/table/column.tsx'
import { listOf } from '../../../list/toListState.ts'
import { useListAddress } from '../../../list/useListAddress.ts'
import { withId } from '../../../shell/paths.ts'
import { Badge, badgeColors } from '../../../ui/Badge.tsx'
import { nuevoHref } from '../../shared/movimientos/hrefs.ts'
import { NuevoLinks } from '../../shared/movimientos/NewMovimientoLinks.tsx'
import { Vistas } from './DineroTabs.tsx'
import { pageSizes } from './dineroPageSizes.ts'
import { SaldoText } from './SaldoText.tsx'

const filters = {
  buscar: { kind: 'search', label: 'Buscar por piloto' },
} as const satisfies Filters

/** The totals have no pilot. */
interface Line extends Omit<Saldo, 'chofer_id'> {
  id: number | null
}

/** What each pilot owes or is owed, and what of it waits: who has waited longest first. */
export function PilotosVista() {
  const address = useListAddress(filters, pageSizes)
  const answer = useEndpoint('GET /api/saldos', { query: address.asked })
  const list = listOf(answer, address)
  const all = answer.data?.data ?? []
  const hoy = useToday()
  const may = calls['POST /api/movimientos']
  const lines = list.rows?.map(({ chofer_id, ...row }): Line => ({ ...row, id: chofer_id }))
  return (
    <ListPage
      title="Dinero"
      address={address}
      list={{ ...list, rows: lines }}
      columns={columnsFor(hoy)}
      nameOf={({ piloto }: Line) => piloto}
      {...(all.length > 1 && { total: totalOf(all) })}
      actions={[
        { label: 'Liquidar', Icon: ScrollText, key: 'l', to: (row) => pilotoHref(row) ?? '/dinero' },
        { label: 'Anticipo', Icon: HandCoins, may, to: ({ id }) => nuevoHref('anticipo', { piloto: id }) },
        { label: 'Gasto', Icon: Receipt, may, to: ({ id }) => nuevoHref('gasto', { piloto: id }) },
      ]}
      beside={
        <>
          <Vistas shown="pilotos" />
          <NuevoLinks />
        </>
      }
      empty={{
        nothing: 'Ningún piloto tiene saldo ni nada por liquidar. Empieza con un anticipo.',
        narrowed: 'Ningún piloto con saldo o algo por liquidar coincide con lo que buscas.',
      }}
      failed="Error al cargar los saldos"
    />
  )
}

const pilotoHref = ({ id }: Line) => (id === null ? undefined : withId('/dinero/piloto/:id', id))

/** In hundredths: binary fractions would lose some. */
const sum = (amounts: readonly number[]) =>
  amounts.reduce((total, each) => total + Math.round(each * 100), 0) / 100

function totalOf(all: readonly Saldo[]): Line {
  const saldos = all.map(({ saldo }) => saldo)
  return {
    id: null,
    piloto: `Total de ${entero(all.length)} pilotos`,
    saldo: sum(saldos),
    por_revisar: all.reduce((total, row) => total + row.por_revisar, 0),
    abiertos: all.reduce((total, row) => total + row.abiertos, 0),
    desde: null,
  }
}

const columnsFor = (hoy: string | undefined): Column<Line>[] => [
  { label: 'Piloto', phone: 'title', width: 16, cell: ({ piloto }) => piloto, href: pilotoHref },
  {
    label: 'Saldo',
    phone: 'lead',
    width: 14,
    numeric: true,
    cell: ({ id, saldo }) =>
      id === null ? (
        `${saldo < 0 ? 'Se les debe' : 'Deben'} ${quetzales(Math.abs(saldo))}`
      ) : (
        <SaldoText saldo={saldo} className="font-semibold" />
      ),
  },
  {
    label: 'Por revisar',
    phone: 'badge',
    width: 8,
    numeric: true,
    cell: ({ id, por_revisar }) =>
      por_revisar > 0 && (
        <Badge Icon={Clock} color={id === null ? 'border-transparent' : badgeColors.yellow}>
          {entero(por_revisar)} por revisar
        </Badge>
      ),
  },
  {
    label: 'Por liquidar',
    phone: 'labelled',
    width: 7,
    numeric: true,
    cell: ({ abiertos }) => abiertos > 0 && entero(abiertos),
  },
  {
    label: 'Desde',
    phone: 'labelled',
    width: 11,
    oneLine: true,
    cell: ({ desde }) => desde && `${fecha(desde)}${hoy ? ` · ${agoOf(daysBetween(desde, hoy))}` : ''}`,
  },
]

const agoOf = (days: number) => (days <= 0 ? 'hoy' : days === 1 ? 'ayer' : `hace ${entero(days)} días`)
