import { calls } from '@flota/contract/core/calls.ts'
import { rutaEstados } from '@flota/contract/records/estados.ts'
import type { Ruta } from '@flota/contract/trips/rutas.ts'
import { CalendarClock, CalendarPlus, EllipsisVertical, Printer, Truck, UserRound, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { download } from '../../../api/download.ts'
import { usePermission } from '../../../api/session.ts'
import { Menu, type MenuAction } from '../../../list/Menu.tsx'
import type { RowSelection } from '../../../list/useRowSelection.ts'
import { HojaPdfDialog } from '../../../trip/HojaPdfDialog.tsx'
import { rutaNameText } from '../../../trip/office/rutaNameText.ts'
import { useChangeEstados } from '../../../trip/office/useChangeEstados.ts'
import { Button, IconButton } from '../../../ui/Button.tsx'
import { inputClass } from '../../../ui/Field.tsx'
import { useIsPhone } from '../../../ui/useIsPhone.ts'
import { useRestoreFocus } from '../../../ui/useRestoreFocus.ts'
import type { useBulkDialogs } from './useBulkDialogs.tsx'

const rutasText = (n: number) => (n === 1 ? '1 ruta' : `${n} rutas`)

// Copied from the contract: importing its schemas would load zod with this page.
const maxHojas = 50
const maxRutas = 100

interface Props {
  ticks: RowSelection<Ruta>
  bulk: Pick<ReturnType<typeof useBulkDialogs>, 'open' | 'showChange'>
}

/** Shows the permitted actions for the ticked trips. */
export function SelectionBar({ ticks, bulk }: Props) {
  const { chosen, offPageCount, tick } = ticks
  const may = usePermission()
  const bar = useRef<HTMLElement>(null)
  useRestoreFocus(bar)
  const [printing, setPrinting] = useState(false)
  const isTooMany = chosen.length > maxRutas
  const actions = useBulkActions(bulk.open, () => setPrinting(true))
  const isDisabled = ({ label }: MenuAction) => (label === printLabel ? chosen.length > maxHojas : isTooMany)
  return (
    <section
      ref={bar}
      data-bar
      aria-label="Rutas elegidas"
      className="sticky bottom-0 z-30 flex min-h-15 flex-wrap items-center gap-x-3 gap-y-2 rounded-b-ui bg-notice-soft px-3 py-2 md:px-4"
    >
      <output className="font-semibold">
        {rutasText(chosen.length)} {chosen.length === 1 ? 'elegida' : 'elegidas'}
        {offPageCount > 0 && <span className="font-normal"> · {offPageCount} fuera de esta página</span>}
        {isTooMany && <span className="block text-danger">{`Elige ${maxRutas} rutas como máximo.`}</span>}
      </output>
      <IconButton label="Quitar la selección" onClick={() => tick(chosen, false)} className="mr-auto">
        <X aria-hidden="true" />
      </IconButton>
      {useIsPhone() ? (
        <Menu
          actions={actions.filter((action) => !isDisabled(action))}
          trigger={(attributes) => (
            <Button {...attributes}>
              Acciones
              <EllipsisVertical aria-hidden="true" className="size-4.5" />
            </Button>
          )}
        />
      ) : (
        actions.map((action) => (
          <Button
            key={action.label}
            disabled={isDisabled(action)}
            onClick={action.onSelect}
            className="px-3!"
          >
            {action.label}
            {action.label === printLabel && chosen.length > maxHojas && ` (hasta ${maxHojas})`}
          </Button>
        ))
      )}
      {may(calls['PATCH /api/rutas/estado']) && (
        <EstadoChoice ticks={ticks} showChange={bulk.showChange} disabled={isTooMany} />
      )}
      {printing && <HojasDialog rutas={chosen} onClose={() => setPrinting(false)} />}
    </section>
  )
}

const printLabel = 'Imprimir hojas'

/** Returns the actions that the user may do, without the change of state. */
function useBulkActions(open: Props['bulk']['open'], print: () => void): BulkAction[] {
  const may = usePermission()
  const plan = calls['PATCH /api/rutas/plan']
  const all = [
    { label: 'Cambiar camión…', Icon: Truck, access: plan, onSelect: () => open('camion') },
    { label: 'Cambiar piloto…', Icon: UserRound, access: plan, onSelect: () => open('piloto') },
    { label: 'Cambiar fecha u hora…', Icon: CalendarClock, access: plan, onSelect: () => open('hora') },
    {
      label: 'Repetir…',
      Icon: CalendarPlus,
      access: calls['POST /api/rutas/copiar'],
      onSelect: () => open('copiar'),
    },
    { label: printLabel, Icon: Printer, access: calls['GET /api/rutas/hojas'], onSelect: print },
  ]
  return all.filter(({ access }) => may(access))
}

type BulkAction = Extract<MenuAction, { onSelect: () => void }>

interface EstadoChoiceProps extends Pick<Props, 'ticks'> {
  showChange: Props['bulk']['showChange']
  disabled: boolean
}

function EstadoChoice({ ticks, showChange, disabled }: EstadoChoiceProps) {
  const { busy, change } = useChangeEstados(rutaNameText, ticks, showChange)
  const [estado, setEstado] = useState('')
  const newEstado = rutaEstados.find((each) => each === estado)
  const applyEstado = () => void (newEstado && !disabled && change(newEstado))
  return (
    <div className="ml-auto flex gap-3 max-md:w-full">
      <select
        aria-label="Estado nuevo"
        value={estado}
        onChange={({ target }) => setEstado(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          // The same press would answer the question that opens.
          event.preventDefault()
          if (!event.repeat) applyEstado()
        }}
        className={`${inputClass} min-w-0 max-md:flex-1 md:w-44!`}
      >
        <option value="">Elige un estado</option>
        {rutaEstados.map((each) => (
          <option key={each}>{each}</option>
        ))}
      </select>
      <Button look="primary" busy={busy} disabled={!newEstado || disabled} onClick={applyEstado}>
        Cambiar estado
      </Button>
    </div>
  )
}

function HojasDialog({ rutas, onClose }: { rutas: readonly Ruta[]; onClose: () => void }) {
  const ids = rutas.map(({ id }) => id).join(',')
  return (
    <HojaPdfDialog
      title={`Hojas · ${rutasText(rutas.length)}`}
      question="¿Las hojas llevan el precio?"
      sentence="Las hojas se abren en otra pestaña."
      downloadPdf={(precio) => download('GET /api/rutas/hojas', { query: { ids, precio } }, () => undefined)}
      onClose={onClose}
    />
  )
}
