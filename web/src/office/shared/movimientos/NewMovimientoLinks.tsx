import { calls } from '@flota/contract/calls.ts'
import { type MovimientoTipo, movimientoTipos, tipoWords } from '@flota/contract/dinero.ts'
import { EllipsisVertical, Plus } from 'lucide-react'
import { Link, useLocation } from 'wouter'
import { useMay } from '../../../api/usePermission.ts'
import { Menu } from '../../../list/Menu.tsx'
import { buttonClass, IconButton } from '../../../ui/Button.tsx'
import { usePageKeys } from '../../../ui/usePageShortcuts.ts'
import { nuevoHref } from './hrefs.ts'

/** What is seldom written waits behind '⋮'. */
const often: readonly MovimientoTipo[] = ['anticipo', 'gasto']

type Props = NonNullable<Parameters<typeof nuevoHref>[1]> & {
  /** Of the first one, where the screen has another main action. */
  look?: 'primary' | 'secondary'
}

/** The ways to a new movement: an advance (N) and an expense (G) at one press, for who may write them. */
export function NuevoLinks({ look = 'primary', ...given }: Props) {
  const may = useMay()(calls['POST /api/movimientos'])
  const [, navigate] = useLocation()
  const lead = (tipo: MovimientoTipo) => navigate(nuevoHref(tipo, given))
  usePageKeys(may ? { n: () => lead('anticipo'), g: () => lead('gasto') } : {})
  if (!may) return null
  return (
    <div className="flex flex-wrap gap-3 max-md:w-full max-md:[&>a]:grow">
      <Link href={nuevoHref('anticipo', given)} className={buttonClass(look)}>
        + Anticipo
      </Link>
      <Link href={nuevoHref('gasto', given)} className={buttonClass()}>
        + Gasto
      </Link>
      <Menu
        actions={movimientoTipos
          .filter((tipo) => !often.includes(tipo))
          .map((tipo) => ({ label: tipoWords[tipo], Icon: Plus, onSelect: () => lead(tipo) }))}
        trigger={(attributes) => (
          <IconButton {...attributes} label="Más movimientos" className="border border-field">
            <EllipsisVertical aria-hidden="true" />
          </IconButton>
        )}
      />
    </div>
  )
}
