import type { ComponentType } from 'react'
import type { Prepared } from '../../archivos/prepare.ts'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { useOnDemand } from '../../ui/useOnDemand.ts'
import type { Item } from './cola/items.ts'
import type { MiRuta } from './misRutas.ts'
import { RutaSheet } from './RutaSheet.tsx'

/** What was typed and taken where another dialog was called for. */
export interface BegunDialog {
  nota?: string
  photos?: readonly Prepared[]
}

export interface DialogProps extends BegunDialog {
  /** As its pilot sees it. */
  ruta: MiRuta
  mayChange: boolean
  /** Opens another dialog in its place. */
  onShow: (name: 'Entrega', begun: BegunDialog) => void
  /** A press was kept, which can be taken back for a while. */
  onDecided: (items: readonly Item[]) => void
  onClose: () => void
}

/** Where what is typed in a dialog is kept for this tab. */
export const draftPath = '/piloto-rutas'

/** A draft of a release before says no dialog: then it is 'Cambiar Estado'. */
export interface Draft {
  dialog?: 'Estado' | 'Entrega' | 'Gasto'
  /** The route as the pilot saw it then. */
  antes: MiRuta
}

const dialogs = {
  Estado: async () => (await import('./dialogs/EstadoDialog.tsx')).EstadoDialog,
  Entrega: async () => (await import('./dialogs/EntregaDialog.tsx')).EntregaDialog,
  Horas: async () => (await import('./dialogs/HorasDialog.tsx')).HorasDialog,
  Historial: async () => (await import('./dialogs/HistorialDialog.tsx')).HistorialDialog,
  Fotos: async () => (await import('./dialogs/FotosDialog.tsx')).FotosDialog,
  Gasto: async () => (await import('./dialogs/GastoDialog.tsx')).GastoDialog,
  Hoja: async () => (await import('../../viaje/HojaDialog.tsx')).HojaDialog,
} satisfies Record<string, () => Promise<ComponentType<DialogProps>>>
export type DialogName = keyof typeof dialogs

/** Where no worker keeps them for the road; what does not come now is asked for again at its press. */
export const loadDialogs = () => Promise.allSettled(Object.values(dialogs).map((load) => load()))

/** As the dialog's title calls it. */
const titles: Partial<Record<DialogName, string>> = { Estado: 'Cambiar Estado' }

interface Props extends DialogProps {
  name: DialogName
}

/** Loaded at the press, and kept by the worker for the road: until it is there its place is shown. */
export function LazyDialog({ name, ...props }: Props) {
  const { ruta, onClose } = props
  const title = titles[name] ?? name
  const what = title.toLowerCase()
  const loaded = useOnDemand(
    true,
    what,
    async () => ({ Dialog: (await dialogs[name]()) as ComponentType<DialogProps> }),
    onClose,
  )
  if (loaded) return <loaded.Dialog {...props} />
  return (
    <RutaSheet title={title} ruta={ruta} onClose={onClose}>
      <div className="mt-4 min-h-40">
        <Loading label={`Cargando ${what}…`} />
        <Skeleton className="w-2/5" />
      </div>
    </RutaSheet>
  )
}
