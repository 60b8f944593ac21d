const U='http://127.0.0.1:8177/api/v0'
const r=await fetch(U+'/login',{method:'POST',headers:{'content-type':'application/json'},body:JSON.stringify({username:'researcher',password:'demo'})})
const cookie=r.headers.get('set-cookie').split(';')[0]
export const post=async(p,b)=>{const t=performance.now();const a=await fetch(U+p,{method:'POST',headers:{'content-type':'application/json',cookie},body:JSON.stringify(b)});const j=await a.json();return {status:a.status,ms:Math.round(performance.now()-t),body:j}}
export const get=async(p)=>(await fetch(U+p,{headers:{cookie}})).json()
const many=(name,v,n,f)=>({name,construct_type:'downcode',defaultValue:'[UNK]',description:'',variables:[v],values:Array.from({length:n},(_,i)=>({name:`code_${i}`,description:`Answer number ${i}`,definition:{relationship:'AND',constraints:[f(i)]}}))})
if(process.argv[2]) for (const [name,v,n] of [['FORTY_A','AGE_TODAY',40],['FORTY_B','SCHOOL_YEARS',40],['SIXTY','AGE_TODAY',60]]) {
  const a=await post('/construct/new',many(name,v,n,i=>v==='AGE_TODAY'?{variable_name:v,constraint_type:'BETWEEN',constraint_values:[String(i*2),String(i*2+1)]}:{variable_name:v,constraint_type:'EQ',constraint_value:String(i)}))
  console.log(name,a.status,a.ms,JSON.stringify(a.body).slice(0,200))
}
const codes=[...Array.from({length:40},(_,i)=>`code_${i}`),'[UNK]']
const cells=[]; for(const a of codes)for(const b of codes) if(a!=='[UNK]'||b!=='[UNK]') cells.push([a,b])
const half=cells.length/2
const def=(cs)=>({relationship:'OR',constraints:cs.map(([a,b])=>({relationship:'AND',constraints:[{variable_name:'FORTY_A',constraint_type:'EQ',constraint_value:a},{variable_name:'FORTY_B',constraint_type:'EQ',constraint_value:b}]}))})
const draft={name:'',construct_type:'merge',defaultValue:'',description:'',variables:['FORTY_A','FORTY_B'],values:[{name:'x',definition:def(cells.slice(0,half))},{name:'y',definition:def(cells.slice(half))}]}
for(let i=0;i<3;i++){const a=await post('/construct/preview',draft);console.log('merge 40x40',a.status,a.ms,JSON.stringify(a.body).slice(0,300))}
const cr={construct_type:'multiple',variables:['FORTY_A'],values:codes.slice(0,40).map((c,i)=>({name:`v${i}`,definition:{relationship:'AND',constraints:[{variable_name:'FORTY_A',constraint_type:'EQ',constraint_value:c}]}})),cross:'FORTY_B'}
for(let i=0;i<3;i++){const a=await post('/construct/preview',cr);console.log('cells',a.status,a.ms)}
