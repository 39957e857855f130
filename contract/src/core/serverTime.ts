/** Header of every response: the server's clock in ms. Unlike Date, no captive portal or proxy sends it. */
export const serverTimeHeader = 'X-Server-Time'
