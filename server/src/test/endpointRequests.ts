import type { Endpoint } from '@flota/contract/endpoint.ts'
import { endpoints } from '@flota/contract/endpoints.ts'

/** A call that can be sent: one address of one contract line. */
export interface EndpointRequest {
  endpoint: Endpoint
  method: string
  url: string
}

/** Calls below /usuarios and /piloto have a second address with /api (docs/contract/general.md). */
const shortAddresses = (url: string) => (/^\/api\/(usuarios|piloto)(\/|$)/.test(url) ? [url.slice(4)] : [])

/** A record that no test makes. */
export const missingId = '2000000000'

const values: Record<string, string> = { tipo: 'choferes' }
const fillPath = (path: string) => path.replace(/:(\w+)/g, (_all, name: string) => values[name] ?? missingId)

/** Every call at every address that it has, with parameters filled in: no record has such an id. */
export const endpointRequests: EndpointRequest[] = (endpoints as readonly Endpoint[]).flatMap((endpoint) =>
  [fillPath(endpoint.path), ...shortAddresses(fillPath(endpoint.path))].map((url) => ({
    endpoint,
    method: endpoint.method,
    url,
  })),
)

/** What gives a list, a report or the log as a file; of margins only where it is said of what. */
export const exportEndpoints = endpoints
  .map(({ line }) => String(line))
  .filter((line) => line.endsWith('/exportar') && !line.includes('margen'))

export const requestName = ({ method, url }: EndpointRequest) => `${method} ${url}`

/** Those that take a body. */
export const bodyRequests = endpointRequests.filter(({ method }) => ['POST', 'PUT', 'PATCH'].includes(method))
