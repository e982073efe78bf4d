/** The password of every demo login; none of these members is real. */
export const demoPassword = "rendezvous-demo";
