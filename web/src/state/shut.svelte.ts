// Why this device may not use the server, if an operator has blocked it.

export const shut = $state({ sentence: '' })
