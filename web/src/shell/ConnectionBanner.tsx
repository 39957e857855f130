import WifiOff from 'lucide-react/icons/wifi-off'
import { useConnected } from '../api/connection.ts'

export function ConnectionBanner() {
  const connected = useConnected()
  return (
    <output className="sticky top-14 z-20 block">
      {!connected && (
        <p className="flex items-center justify-center gap-3 bg-danger-fill px-4 py-2 text-center font-semibold text-white">
          <WifiOff className="size-5 shrink-0" />
          Sin conexión con el servidor. Reintentando…
        </p>
      )}
    </output>
  )
}
