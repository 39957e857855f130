import { rutaEstados } from '@flota/contract/records/estados.ts'
import type { Ruta } from '@flota/contract/trips/rutas.ts'
import { Printer, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { download } from '../../../api/download.ts'
import type { RowSelection } from '../../../list/useRowSelection.ts'
import { HojaPdfDialog } from '../../../trip/HojaPdfDialog.tsx'
import { useChangeEstados } from '../../../trip/office/useChangeEstados.ts'
import { Button, IconButton } from '../../../ui/Button.tsx'
import { inputClass } from '../../../ui/Field.tsx'
import { useRestoreFocus } from '../../../ui/useRestoreFocus.ts'

const rutasText = (n: number) => (n === 1 ? '1 ruta' : `${n} rutas`)

// Copied from the contract: importing its schemas would load zod with this page.
const maxHojas = 50
const maxEstadoChanges = 100

export function SelectionBar({ ticks }: { ticks: RowSelection<Ruta> }) {
  const { chosen, offPageCount, tick } = ticks
  const { busy, change } = useChangeEstados(ticks)
  const bar = useRef<HTMLElement>(null)
  useRestoreFocus(bar)
  const [estado, setEstado] = useState('')
  const [printing, setPrinting] = useState(false)
  const limitText = (max: number) => chosen.length > max && ` (hasta ${max})`
  const newEstado = rutaEstados.find((each) => each === estado)
  const applyEstado = () => void (newEstado && change(newEstado))
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
      </output>
      <IconButton label="Quitar la selección" onClick={() => tick(chosen, false)} className="mr-auto">
        <X aria-hidden="true" />
      </IconButton>
      <Button disabled={chosen.length > maxHojas} onClick={() => setPrinting(true)}>
        <Printer aria-hidden="true" className="size-4.5 max-sm:hidden" />
        Imprimir hojas{limitText(maxHojas)}
      </Button>
      <div className="flex gap-3 max-md:w-full">
        <select
          aria-label="Estado nuevo"
          value={estado}
          onChange={({ target }) => setEstado(target.value)}
          onKeyDown={({ key, repeat }) => key === 'Enter' && !repeat && applyEstado()}
          className={`${inputClass} min-w-0 max-md:flex-1 md:w-44!`}
        >
          <option value="">Elige un estado</option>
          {rutaEstados.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </select>
        <Button
          look="primary"
          busy={busy}
          disabled={!newEstado || chosen.length > maxEstadoChanges}
          onClick={applyEstado}
        >
          Cambiar estado{limitText(maxEstadoChanges)}
        </Button>
      </div>
      {printing && <HojasDialog rutas={chosen} onClose={() => setPrinting(false)} />}
    </section>
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
