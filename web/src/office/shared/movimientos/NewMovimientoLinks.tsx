import { calls } from '@flota/contract/core/calls.ts'
import { type MovimientoTipo, movimientoTipos, tipoWords } from '@flota/contract/records/dinero.ts'
import { EllipsisVertical, Plus } from 'lucide-react'
import { Link, useLocation } from 'wouter'
import { usePermission } from '../../../api/session.ts'
import { Menu } from '../../../list/Menu.tsx'
import { buttonClass, IconButton } from '../../../ui/Button.tsx'
import { usePageShortcuts } from '../../../ui/usePageShortcuts.ts'
import { newMovimientoHref } from './hrefs.ts'

/** The other types are in the menu '⋮'. */
const frequentTipos: readonly MovimientoTipo[] = ['anticipo', 'gasto']

type Props = NonNullable<Parameters<typeof newMovimientoHref>[1]> & {
  /** Look of the first link; secondary if the page has another main action. */
  look?: 'primary' | 'secondary'
}

/** Links to new movements, with the keys N (anticipo) and G (gasto). */
export function NewMovimientoLinks({ look = 'primary', ...prefill }: Props) {
  const may = usePermission()(calls['POST /api/movimientos'])
  const [, navigate] = useLocation()
  const openForm = (tipo: MovimientoTipo) => navigate(newMovimientoHref(tipo, prefill))
  usePageShortcuts(may ? { n: () => openForm('anticipo'), g: () => openForm('gasto') } : {})
  if (!may) return null
  return (
    <div className="flex flex-wrap gap-3 max-md:w-full max-md:[&>a]:grow">
      <Link href={newMovimientoHref('anticipo', prefill)} className={buttonClass(look)}>
        + Anticipo
      </Link>
      <Link href={newMovimientoHref('gasto', prefill)} className={buttonClass()}>
        + Gasto
      </Link>
      <Menu
        actions={movimientoTipos
          .filter((tipo) => !frequentTipos.includes(tipo))
          .map((tipo) => ({ label: tipoWords[tipo], Icon: Plus, onSelect: () => openForm(tipo) }))}
        trigger={(attributes) => (
          <IconButton {...attributes} label="Más movimientos" className="border border-field">
            <EllipsisVertical aria-hidden="true" />
          </IconButton>
        )}
      />
    </div>
  )
}
