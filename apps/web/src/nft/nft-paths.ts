export const marketPath = '/nfts'
export const minePath = '/nfts/mine'
export const charityPath = '/nfts/charity'
export const workPath = (id: string): string => `/nfts/works/${id}`
